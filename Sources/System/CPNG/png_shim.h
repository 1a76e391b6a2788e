// libpng's simplified interface (png_image_*): one call reads any PNG into rows of a format we name.
#include <png.h>
