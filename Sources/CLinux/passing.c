#define _GNU_SOURCE 1
#include "CLinux.h"
#include <string.h>
#include <sys/un.h>

int clinux_send_passing(int fd, const void *bytes, size_t count, const int *descriptors, int descriptor_count) {
  char space[CMSG_SPACE(sizeof(int) * CLINUX_PASSED_MAX)];
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor_count < 0 || descriptor_count > CLINUX_PASSED_MAX) return -EINVAL;
  if (descriptor_count > 0) {
    memset(space, 0, sizeof space);
    message.msg_control = space;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)descriptor_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)descriptor_count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)descriptor_count);
  }
  ssize_t sent = sendmsg(fd, &message, MSG_NOSIGNAL);
  return sent < 0 ? -errno : (int)sent;
}

int clinux_receive_passed(int fd, void *bytes, size_t count, int *descriptors, int *descriptor_count) {
  char space[CMSG_SPACE(sizeof(int) * CLINUX_PASSED_MAX)];
  struct iovec part = {bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
  ssize_t received = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  *descriptor_count = 0;
  if (received < 0) return -errno;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t held = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(descriptors + *descriptor_count, CMSG_DATA(header), held * sizeof(int));
    *descriptor_count += (int)held;
  }
  return (int)received;
}

int clinux_peer(int fd, int *process, unsigned *user) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *process = peer.pid;
  *user = peer.uid;
  return 0;
}

int clinux_tell(const char *path, size_t path_count, const void *bytes, size_t count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (path_count == 0 || path_count >= sizeof address.sun_path) return -EINVAL;
  memcpy(address.sun_path, path, path_count);
  // A name that is no file's begins with a zero, which people write as "@" (sd_notify(3)).
  if (path[0] == '@') address.sun_path[0] = 0;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + path_count);
  ssize_t sent = sendto(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, length);
  int result = sent < 0 ? -errno : 0;
  close(fd);
  return result;
}
