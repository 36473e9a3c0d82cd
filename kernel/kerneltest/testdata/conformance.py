"""Runs the suite of jupyter_kernel_test against one kernel.

Two variables of the environment say what is tested: CONFORMANCE_KERNEL is the
name of an installed kernelspec, CONFORMANCE_SAMPLES a JSON file whose keys are
the attributes that the suite's base class asks for (code_hello_world, ...).
"""

import json
import os
import unittest

import jupyter_kernel_test


class Conformance(jupyter_kernel_test.KernelTests):
    kernel_name = os.environ["CONFORMANCE_KERNEL"]


with open(os.environ["CONFORMANCE_SAMPLES"], encoding="utf-8") as samples:
    for name, value in json.load(samples).items():
        setattr(Conformance, name, value)

if __name__ == "__main__":
    unittest.main(verbosity=2)
