// libqrencode: text in, a square of dark and light modules out.
#include <qrencode.h>
