#ifndef BAIZE_CWASM_H
#define BAIZE_CWASM_H

#include <stdbool.h>
#include <stdint.h>

// Memory of the module as addresses, for callers that pass bytes in and out.

/// So many bytes, at least one; 0 if there are no more.
uint32_t memory_take(uint32_t bytes);

/// Ends what `memory_take` began; nothing for 0.
void memory_give_back(uint32_t address);

/// Whether all of these bytes lie in the memory.
bool memory_has(uint32_t address, uint32_t bytes);

/// Bytes in blocks that are taken now, in the sizes in which blocks are given.
uint32_t memory_live(void);

/// How many blocks were ever asked for.
uint32_t memory_requests(void);

#endif
