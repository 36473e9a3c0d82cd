package interp

import (
	"errors"
	"hash/maphash"
	"path"
	"reflect"
	"slices"

	"unfold/dsl/interp/core"
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
	}
	for p, exports := range s.console.Exports() {
		key := p + "/" + path.Base(p)
		for name, v := range exports {
			own[key] = append(own[key], gotypes.Export{Name: name, Value: v})
		}
	}
	return own
}
