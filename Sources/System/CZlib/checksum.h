// CRC-32 from zlib, which libpng stands on.
#include <zlib.h>
