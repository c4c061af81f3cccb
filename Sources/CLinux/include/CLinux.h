// What Swift's Glibc module does not export: epoll, eventfd and calls that need GNU extensions.
// _GNU_SOURCE must not be defined here, it would declare Glibc's types a second time; it belongs in the .c file.
#ifndef CLINUX_H
#define CLINUX_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

static const uint32_t CLINUX_EPOLLIN = EPOLLIN;
static const uint32_t CLINUX_EPOLLOUT = EPOLLOUT;
static const uint32_t CLINUX_EPOLLRDHUP = EPOLLRDHUP;
static const uint32_t CLINUX_EPOLLERR = EPOLLERR;
static const uint32_t CLINUX_EPOLLHUP = EPOLLHUP;

/// accept4 with SOCK_NONBLOCK | SOCK_CLOEXEC: the new descriptor, or -1 and errno.
int clinux_accept(int fd);

/// socket with SOCK_NONBLOCK | SOCK_CLOEXEC: the new descriptor, or -1 and errno.
int clinux_stream_socket(int family);

/// Names the calling thread, at most 15 bytes, as `top -H` shows it.
void clinux_name_thread(const char *name);

#endif
