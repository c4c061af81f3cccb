#define _GNU_SOURCE 1
#include "CLinux.h"
#include <sched.h>
#include <sys/prctl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

int clinux_accept(int fd, void *address, unsigned length) {
  socklen_t given = length;
  return accept4(fd, address, &given, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_stream_socket(int family) { return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

void clinux_limit_unsent(int fd, int bytes) {
  setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
}

void clinux_map_large_blocks(int bytes) { mallopt(M_MMAP_THRESHOLD, bytes); }

void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

void clinux_leave_cores(void) {
  struct sched_param none = {0};
  sched_setscheduler(0, SCHED_IDLE, &none);
}
