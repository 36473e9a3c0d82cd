//go:build unix && !linux

package command

import "syscall"

// bindLife can do nothing here for a program that outlives this process.
func bindLife(*syscall.SysProcAttr) {}
