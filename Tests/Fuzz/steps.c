/* Counts the steps of code that is built for libFuzzer: its comparisons and switches, and what is
   moved, compared and allocated, 16 bytes a step. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint64_t steps;
static uint64_t steps_taken(void) { return steps; }
int measureGrowth(uint64_t (*)(void));
int main(void) { return measureGrowth(steps_taken) ? 1 : 0; }

#define COMPARES(bits, type) \
  void __sanitizer_cov_trace_cmp##bits(type a, type b) { (void)a, (void)b, steps++; } \
  void __sanitizer_cov_trace_const_cmp##bits(type a, type b) { (void)a, (void)b, steps++; }
COMPARES(1, uint8_t)
COMPARES(2, uint16_t)
COMPARES(4, uint32_t)
COMPARES(8, uint64_t)
void __sanitizer_cov_trace_switch(uint64_t value, void *cases) { (void)value, (void)cases, steps++; }
void __sanitizer_cov_trace_pc_indir(void *callee) { (void)callee, steps++; }
void __sanitizer_cov_trace_div4(uint32_t value) { (void)value; }
void __sanitizer_cov_trace_div8(uint64_t value) { (void)value; }
void __sanitizer_cov_trace_gep(uintptr_t index) { (void)index; }
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *end) { (void)start, (void)end; }
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end) { (void)start, (void)end; }
__thread uintptr_t __sancov_lowest_stack;

static void count(size_t bytes) { steps += 1 + bytes / 16; }

void *memmove(void *to, const void *from, size_t bytes) {
  unsigned char *d = to;
  const unsigned char *s = from;
  count(bytes);
  if ((uintptr_t)to - (uintptr_t)from >= bytes) {
    for (size_t i = 0; i < bytes; i++) d[i] = s[i];
  } else {
    for (size_t i = bytes; i > 0; i--) d[i - 1] = s[i - 1];
  }
  return to;
}
void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
  return memmove(to, from, bytes);
}
int memcmp(const void *a, const void *b, size_t bytes) {
  const unsigned char *x = a, *y = b;
  count(bytes);
  for (size_t i = 0; i < bytes; i++) {
    if (x[i] != y[i]) return x[i] - y[i];
  }
  return 0;
}

void *__libc_malloc(size_t);
void *__libc_realloc(void *, size_t);
void *__libc_calloc(size_t, size_t);
void *malloc(size_t bytes) {
  count(bytes);
  return __libc_malloc(bytes);
}
void *realloc(void *old, size_t bytes) {
  count(bytes);
  return __libc_realloc(old, bytes);
}
void *calloc(size_t number, size_t bytes) {
  count(number * bytes);
  return __libc_calloc(number, bytes);
}
