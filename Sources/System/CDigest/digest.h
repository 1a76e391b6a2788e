// SHA-256 from libmd, the digest library that dpkg itself stands on.
#include <sys/types.h>
#include <sha2.h>
