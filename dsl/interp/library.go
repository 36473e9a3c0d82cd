package interp

import (
	"cmp"
	"errors"
	"flag"
	"hash/maphash"
	"os"
	"path"
	"reflect"
	"slices"

	"unfold/dsl/interp/console"
	"unfold/dsl/interp/core"
	"unfold/dsl/interp/execution"
	"unfold/dsl/interp/gotypes"
)

// own is the packages and replacements that belong to this session.
func (s *Session) own(prelude map[string]reflect.Value) Library {
	var bare []gotypes.Export
	for name, v := range prelude {
		bare = append(bare, gotypes.Export{Name: core.PreludePrefix + name, Value: v})
	}
	own := Library{
		core.HookPath + "/hook": slices.Concat(core.Support(s.mint), s.runner.Hooks(), []gotypes.Export{
			{Name: "As", Value: errors.As},
			{Name: "HashComparable", Value: maphash.Comparable[any]},
			{Name: "WriteComparable", Value: maphash.WriteComparable[any]},
			{Name: "AddCleanup", Value: addCleanup},
			{Name: "Weak", Value: weaken},
			{Name: "Strong", Value: strengthen},
			{Name: "Print", Value: s.console.Print},
			{Name: "Println", Value: s.console.Println},
		}),
		core.PreludePath + "/prelude": bare,
		core.UnnamedPath + "/unnamed": nil,
		"time/time":                   {{Name: "Sleep", Value: s.runner.Sleep}},
		"flag/flag":                   {{Name: "Parse", Value: parseFlags}},
		"runtime/runtime":             {{Name: "Caller", Value: s.runner.Caller}, {Name: "Callers", Value: noCallers}},
	}
	for p, exports := range s.console.Exports() {
		key := p + "/" + path.Base(p)
		for name, v := range exports {
			own[key] = append(own[key], gotypes.Export{Name: name, Value: v})
		}
	}
	return own
}

// parseFlags is flag.Parse for cells: where that would end the process, the cell ends.
func parseFlags() {
	set := flag.CommandLine
	if set.ErrorHandling() != flag.ExitOnError {
		flag.Parse()
		return
	}
	set.Init(set.Name(), flag.ContinueOnError)
	err := set.Parse(os.Args[1:])
	set.Init(set.Name(), flag.ExitOnError)
	switch {
	case errors.Is(err, flag.ErrHelp):
		execution.Exit(0)
	case err != nil:
		execution.Exit(2)
	}
}

// noCallers is runtime.Callers for cells, whose functions have no program counters.
func noCallers(int, []uintptr) int { return 0 }

// asking are the functions of compiled packages, none named for all, that ask where
// they are called from, or call code of a cell that does.
var asking = map[string][]string{
	"log":         nil,
	"log/slog":    nil,
	"runtime":     {"Caller"},
	core.HookPath: {"RunDefers"},
}

// askingOf are those of a table.
func askingOf(path string, table map[string]reflect.Value) (list []reflect.Value) {
	names, some := asking[path]
	for name, v := range table {
		if some && v.IsValid() && v.Kind() == reflect.Func && (names == nil || slices.Contains(names, name)) {
			list = append(list, v)
		}
	}
	return list
}

// callers are the calls that the calling goroutine is in, as its console says them.
func (s *Session) callers() (list []console.Place) {
	for _, f := range s.runner.Callers() {
		list = append(list, console.Place{Function: "main." + cmp.Or(f.Func, "main"), File: f.Name, Line: f.Line})
	}
	return list
}
