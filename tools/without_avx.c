/* Preloaded into QEMU, this hides AVX from it. QEMU's translated code uses AVX where the processor has it, and leaves the upper halves of the vector
 * registers in use; its own functions are compiled without. Some processors then take 90 ns for each change between the two, which is most of the time
 * that a guest's neural network takes. Where the kernel cannot catch the cpuid instruction (Linux: arch_prctl(2), ARCH_SET_CPUID), it does nothing. */
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <cpuid.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static long let_cpuid_pass(int does) { return syscall(SYS_arch_prctl, ARCH_SET_CPUID, does); }

/* Executes the instruction that was caught, and changes its answer. */
static void answer(int number, siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const unsigned char *instruction = (const unsigned char *)registers[REG_RIP];
    if (info->si_code != SI_KERNEL || instruction[0] != 0x0f || instruction[1] != 0xa2) {
        signal(number, SIG_DFL); /* a fault of QEMU's own, which happens again at once */
        return;
    }
    unsigned leaf = (unsigned)registers[REG_RAX], part = (unsigned)registers[REG_RCX], a, b, c, d;
    let_cpuid_pass(1);
    __cpuid_count(leaf, part, a, b, c, d);
    let_cpuid_pass(0);
    if (leaf == 1) c &= ~(unsigned)(bit_AVX | bit_OSXSAVE | bit_FMA | bit_F16C);
    if (leaf == 7 && part == 0) b &= ~(unsigned)(bit_AVX2 | bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL);
    registers[REG_RAX] = a;
    registers[REG_RBX] = b;
    registers[REG_RCX] = c;
    registers[REG_RDX] = d;
    registers[REG_RIP] += 2;
}

__attribute__((constructor)) static void hide(void) {
    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    if (let_cpuid_pass(0) != 0) signal(SIGSEGV, SIG_DFL);
}
