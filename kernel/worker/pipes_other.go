//go:build !unix

package worker

import (
	"os"
	"os/exec"
)

// separateMessages tells that messages have descriptors of their own. Here
// they take the standard input and output.
const separateMessages = false

func pass(cmd *exec.Cmd, in, out *os.File) { cmd.Stdin, cmd.Stdout = in, out }

// inherited returns the message pipes that this process was started with, and
// gives Go code that prints the standard error instead.
func inherited() (in, out *os.File, err error) {
	in, out = os.Stdin, os.Stdout
	none, err := os.Open(os.DevNull)
	if err != nil {
		return nil, nil, err
	}
	os.Stdin, os.Stdout = none, os.Stderr
	return in, out, nil
}
