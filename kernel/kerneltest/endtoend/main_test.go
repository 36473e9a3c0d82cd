// Package endtoend tests the program by what its users do: cells, commands and
// interrupts over a kernel's sockets, crashes and ends of processes, several
// front ends at once, Jupyter's console, nbconvert and own test suite. What
// helps it to do so is in kernel/kerneltest/program; what looks at Jupyter's page
// is in kernel/kerneltest/browser.
package endtoend

import (
	"testing"

	"unfold/kernel/kerneltest/program"
)

func TestMain(m *testing.M) { program.Main(m) }
