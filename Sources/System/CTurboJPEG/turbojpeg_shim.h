// libjpeg-turbo's TurboJPEG interface: TJPF_GRAY hands out the luma plane without colour conversion.
#include <turbojpeg.h>
