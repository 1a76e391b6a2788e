// Linux headers that Swift's Glibc module does not have.
#include <sys/signalfd.h>
