package command

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
)

// mainSign is the sign of %% without a name.
const mainSign = "%% "

func init() {
	register(&Command{
		Name: "main", Usage: "%% [argument ...], or %main", Line: true,
		Summary: "gives what follows it these arguments, in os.Args, and has package flag read them, as GoNB does; the lines below run as any",
		Run: func(_ context.Context, c *Call) (any, error) {
			c.setArguments()
			return nil, c.parseFlags()
		},
	}, &Command{
		Name: "args", Usage: "%args [argument ...]", Line: true,
		Summary: "gives cells these arguments, in os.Args, for flag.Parse to read",
		Run: func(_ context.Context, c *Call) (any, error) {
			c.setArguments()
			return nil, nil
		},
	},
		idle("goflags", "%goflags [flag ...]", "cells are interpreted, so flags of go build change nothing"),
		idle("test", "%test", "no test runs here; call what is to be tested, or run `!go test` in the folder of a package"),
		idle("wasm", "%wasm", "cells are not compiled for browsers; they run as without it"))
}

// idle is a command of GoNB that is taken so that its notebooks run, and does nothing.
func idle(name, usage, why string) *Command {
	return &Command{
		Name: name, Usage: usage, Line: true,
		Summary: "is there for notebooks of GoNB, and does nothing: " + why,
		Run: func(_ context.Context, c *Call) (any, error) {
			c.Out.Stream("stderr", "note: %"+name+" does nothing: "+why+"\n")
			return nil, nil
		},
	}
}

// SetArguments makes os.Args, and what package flag reads, those of a program of the
// cells' own: its name and what follows it. The line that started this process is
// no business of theirs.
func SetArguments(name string, args ...string) {
	os.Args = append([]string{name}, args...)
	flag.CommandLine.Init(name, flag.CommandLine.ErrorHandling())
}

func (c *Call) setArguments() {
	args := make([]string, len(c.Words))
	for i, w := range c.Words {
		args[i] = w.Text
	}
	SetArguments(os.Args[0], args...)
}

// given are the flags that the latest %% has set: the next begins anew, as a program
// would.
var given = map[string]bool{}

// parseFlags sets the flags that cells have declared until now.
func (c *Call) parseFlags() error {
	set := flag.CommandLine
	for name := range given {
		if f := set.Lookup(name); f != nil {
			f.Value.Set(f.DefValue) //nolint:errcheck // it was the value in the beginning
		}
	}
	clear(given)
	for _, w := range c.Words {
		name, _, _ := strings.Cut(strings.TrimLeft(w.Text, "-"), "=")
		if strings.HasPrefix(w.Text, "-") && set.Lookup(name) != nil {
			given[name] = true
		}
	}
	handling, out, usage := set.ErrorHandling(), set.Output(), set.Usage
	defer func() { set.Init(set.Name(), handling); set.SetOutput(out); set.Usage = usage }()
	set.Init(set.Name(), flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	err := set.Parse(os.Args[1:])
	if err == nil {
		return nil
	}
	if errors.Is(err, flag.ErrHelp) {
		var text strings.Builder
		set.SetOutput(&text)
		set.PrintDefaults()
		c.sayln("flags that cells have declared:\n" + strings.TrimRight(text.String(), "\n"))
		return nil
	}
	return c.fault(c.Rest, err.Error(), "declare the flag in a cell before, or put -- before what is none")
}
