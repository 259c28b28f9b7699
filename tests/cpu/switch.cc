// switch.cc - the switch from one stack to another.
//
// A stack that is not running is known by one pointer: on x86-64 its stack pointer, with
// the registers on top; elsewhere, or with CUDA_CPU_UCONTEXT, its ucontext_t.
#include "runtime.h"
#include <ucontext.h>

namespace cuda_cpu {
#if defined __x86_64__ && !defined CUDA_CPU_UCONTEXT
// Saves what the System V ABI asks a callee to preserve.
asm(".text\n"
    ".globl cuda_cpu_switch\n"
    "cuda_cpu_switch:\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  ret\n");
constexpr int SAVED_REGISTERS = 6;

// The stack starts as if cuda_cpu_switch had been called by nobody.
void *prepare_stack(char *stack, size_t size, void (*entry)())
{
    void **sp = (void **)((u64)(stack + size - 64) & ~15ull);
    *--sp = nullptr;
    *--sp = (void *)entry;
    for (int i = 0; i < SAVED_REGISTERS; i++)
        *--sp = nullptr;
    return sp;
}
#else
static ucontext_t scheduler_context;

extern "C" void cuda_cpu_switch(void **save, void *load)
{
    if (!*save)
        *save = &scheduler_context;
    swapcontext((ucontext_t *)*save, (ucontext_t *)load);
}

// The context lies at the top of the stack.
void *prepare_stack(char *stack, size_t size, void (*entry)())
{
    ucontext_t *context = (ucontext_t *)((u64)(stack + size - sizeof *context) & ~63ull);
    getcontext(context);
    context->uc_stack.ss_sp = stack;
    context->uc_stack.ss_size = (char *)context - stack;
    context->uc_link = nullptr;
    makecontext(context, entry, 0);
    return context;
}
#endif
} // namespace cuda_cpu
