#define _GNU_SOURCE 1
#include "CLinux.h"
#include <sys/prctl.h>
#include <sys/socket.h>

int clinux_accept(int fd) { return accept4(fd, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_stream_socket(int family) { return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
