"""Runs the suite of jupyter_kernel_test against one kernel.

Two variables of the environment say what is tested: CONFORMANCE_KERNEL is the
name of an installed kernelspec, CONFORMANCE_SAMPLES a JSON file whose keys are
the attributes that the suite's base class asks for (code_hello_world, ...).

The suite has tested the welcome of a subscriber since version 0.6 only, so that
test stands here, for all versions.
"""

import json
import os
import unittest

import jupyter_kernel_test
from jupyter_client.manager import KernelManager
from jupyter_client.utils import run_sync

KERNEL = os.environ["CONFORMANCE_KERNEL"]


class Conformance(jupyter_kernel_test.KernelTests):
    kernel_name = KERNEL


class Welcome(unittest.TestCase):
    """The first message that a subscriber gets, of protocol 5.5."""

    def test_welcome(self):
        manager = KernelManager(kernel_name=KERNEL)
        manager.start_kernel()
        self.addCleanup(manager.shutdown_kernel)
        client = manager.client()
        client.start_channels()
        self.addCleanup(client.stop_channels)
        first = run_sync(client.iopub_channel.get_msg)(timeout=15)
        self.assertEqual(first["msg_type"], "iopub_welcome")
        self.assertEqual(first["content"], {"subscription": ""})
        self.assertEqual(first["parent_header"], {})


with open(os.environ["CONFORMANCE_SAMPLES"], encoding="utf-8") as samples:
    for name, value in json.load(samples).items():
        setattr(Conformance, name, value)

if __name__ == "__main__":
    unittest.main(verbosity=2)
