"""tools/without_avx.c hides AVX from the program that it is preloaded into, and nothing else."""
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = """
#include <cpuid.h>
#include <stdio.h>
int main(int count, char **words) {
    unsigned a, b, c, d;
    if (count > 1) *(volatile int *)words[count] = 1;
    __cpuid_count(1, 0, a, b, c, d);
    printf("%d %d ", (c & (bit_AVX | bit_OSXSAVE)) != 0, (c & bit_SSE3) != 0);
    __cpuid_count(7, 0, a, b, c, d);
    printf("%d\\n", (b & bit_AVX2) != 0);
}
"""


class WithoutAVX(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.program, cls.library = f"{cls.folder.name}/program", f"{cls.folder.name}/library.so"
        subprocess.run(["cc", "-x", "c", "-", "-o", cls.program], input=PROGRAM, text=True, check=True)
        subprocess.run([f"{ROOT}/tools/build-without-avx", cls.library], check=True)

    def run_program(self, *words, **environment):
        return subprocess.run([self.program, *words], env={**os.environ, **environment}, capture_output=True, text=True, check=False)

    def test_avx_is_hidden_and_sse_is_not(self):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            flags = file.read().split()
        if "cpuid_fault" not in flags or "avx2" not in flags:
            self.skipTest("this processor cannot catch cpuid, or has no AVX2")
        self.assertEqual(self.run_program().stdout, "1 1 1\n")
        self.assertEqual(self.run_program(LD_PRELOAD=self.library).stdout, "0 1 0\n")

    def test_a_fault_of_the_program_still_ends_it(self):
        self.assertEqual(self.run_program("fault", LD_PRELOAD=self.library).returncode, -11)


if __name__ == "__main__":
    unittest.main()
