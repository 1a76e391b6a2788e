// Linux headers that Swift's Glibc module does not have.
#include <linux/uinput.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Request numbers: Swift does not see macros that compute.
static const unsigned long nodline_ui_dev_create = UI_DEV_CREATE;
static const unsigned long nodline_ui_dev_destroy = UI_DEV_DESTROY;
static const unsigned long nodline_ui_dev_setup = UI_DEV_SETUP;
static const unsigned long nodline_ui_abs_setup = UI_ABS_SETUP;
static const unsigned long nodline_ui_set_evbit = UI_SET_EVBIT;
static const unsigned long nodline_ui_set_keybit = UI_SET_KEYBIT;
static const unsigned long nodline_ui_set_relbit = UI_SET_RELBIT;
static const unsigned long nodline_ev_set_clock = EVIOCSCLOCKID;
static const unsigned long nodline_ev_set_mask = EVIOCSMASK;
// Which keys are down, as bits.
enum { nodline_key_bytes = KEY_CNT / 8 };
static const unsigned long nodline_ev_get_keys = EVIOCGKEY(nodline_key_bytes);

// Declared by glibc for _GNU_SOURCE only: SCHED_IDLE, pipe2(2), accept4(2), posix_spawn_file_actions_addclosefrom_np (glibc 2.34).
#include <spawn.h>
static const int nodline_sched_idle = 5;
struct sockaddr;
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int pipe2(int ends[2], int flags);
extern int accept4(int socket, struct sockaddr *address, unsigned *length, int flags);
