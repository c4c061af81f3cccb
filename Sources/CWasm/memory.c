// Memory for a module that has no system below it: what Swift's runtime asks for, and no more.
// Blocks come in powers of two, each kind with a list of those given back; no block is ever split or joined, which
// suits a program that asks for the same sizes again and again. From a page on a block has its power of two for its
// owner alone. Invariant: every block is 16-byte aligned behind a head of 16 bytes that names its kind.

#if __wasm__

#include "CWasm.h"
#include <stddef.h>

enum { PAGE = 65536, HEAD = 16, KIND_MIN = 5, KIND_PAGE = 16, KIND_MAX = 30 };

typedef struct Head {
  uint32_t kind;
  struct Head *next;
} Head;

extern unsigned char __heap_base;  // from the linker: behind the stack and all constants

static Head *given_back[KIND_MAX + 1];
static uint32_t fresh;  // where memory begins that was never given
static uint32_t live;
static uint32_t requests;

static uint32_t memory_end(void) { return (uint32_t)__builtin_wasm_memory_size(0) * PAGE; }

static uint32_t size_of(uint32_t kind) { return (1u << kind) + (kind < KIND_PAGE ? 0 : HEAD); }

static Head *fresh_block(uint32_t kind) {
  uint32_t size = size_of(kind);
  if (fresh == 0) fresh = ((uint32_t)&__heap_base + HEAD - 1) & ~(uint32_t)(HEAD - 1);
  if (fresh > UINT32_MAX - size - PAGE) return NULL;
  uint32_t end = fresh + size;
  if (end > memory_end()) {
    uint32_t pages = (end - memory_end() + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
  }
  Head *head = (Head *)fresh;
  head->kind = kind;
  fresh = end;
  return head;
}

void *malloc(size_t bytes) {
  requests++;
  uint32_t kind = KIND_MIN;
  while (kind <= KIND_MAX && size_of(kind) - HEAD < bytes) kind++;
  if (kind > KIND_MAX) return NULL;
  Head *head = given_back[kind];
  if (head != NULL) {
    given_back[kind] = head->next;
  } else if ((head = fresh_block(kind)) == NULL) {
    return NULL;
  }
  live += size_of(kind);
  return (unsigned char *)head + HEAD;
}

void free(void *block) {
  if (block == NULL) return;
  Head *head = (Head *)((unsigned char *)block - HEAD);
  live -= size_of(head->kind);
  head->next = given_back[head->kind];
  given_back[head->kind] = head;
}

// Swift asks for no more than 16 bytes of alignment.
int posix_memalign(void **block, size_t alignment, size_t bytes) {
  *block = alignment <= HEAD ? malloc(bytes) : NULL;
  return *block == NULL;
}

// Seeds of hash tables. Always the same, so that a game is played the same way every time.
void arc4random_buf(void *buffer, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) ((unsigned char *)buffer)[i] = (unsigned char)i;
}

uint32_t memory_take(uint32_t bytes) { return (uint32_t)malloc(bytes); }

void memory_give_back(uint32_t address) { free((void *)address); }

bool memory_has(uint32_t address, uint32_t bytes) {
  return address != 0 && address <= memory_end() && bytes <= memory_end() - address;
}

uint32_t memory_live(void) { return live; }

uint32_t memory_requests(void) { return requests; }

#endif
