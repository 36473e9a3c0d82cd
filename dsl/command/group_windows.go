package command

import (
	"io"
	"os/exec"
	"strconv"
)

// shell is how a line is given to the shell.
func shell(line string) []string { return []string{"cmd", "/C", line} }

// runGroup runs a program and, when it is cancelled, ends it with all that it
// has started. Everything it has written has been passed on when runGroup
// returns.
func runGroup(program *exec.Cmd, stdout, stderr io.Writer) error {
	program.Stdout, program.Stderr = stdout, stderr
	program.Cancel = func() error {
		return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(program.Process.Pid)).Run()
	}
	return program.Run()
}
