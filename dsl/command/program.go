package command

import (
	"flag"
	"os"
)

// SetArguments makes os.Args, and what package flag reads, those of a program of the
// cells' own: its name and what follows it. The line that started this process is
// no business of theirs.
func SetArguments(name string, args ...string) {
	os.Args = append([]string{name}, args...)
	flag.CommandLine.Init(name, flag.CommandLine.ErrorHandling())
}
