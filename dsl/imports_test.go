package dsl_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestPackagesAreImportedByThemselves where their names can mean one alone, with a
// note.
func TestPackagesAreImportedByThemselves(t *testing.T) {
	for cell, want := range map[string]struct{ note, shown, fault string }{
		`strings.ToUpper("a")`:                           {note: "note: imported strings\n", shown: "A"},
		"fmt.Sprint(math.Sqrt(4), strings.ToUpper(`a`))": {note: "note: imported fmt, math, strings\n", shown: "2A"},
		"slices.Max([]int{1, 3, 2})":                     {note: "note: imported slices\n", shown: "3"},
		"func() int { return bits.Len(8) }()":            {note: "note: imported math/bits\n", shown: "4"},
		"rand.IntN(1)":                                   {note: "note: imported math/rand/v2\n", shown: "0"},
		"rand.Int()":                                     {fault: "undefined: rand"}, // math/rand, math/rand/v2 and crypto/rand have it
		"strings.Upper(`a`)":                             {fault: "undefined: strings"},
		"strings":                                        {fault: "undefined: strings"},
		"type text struct{ X int }; strings := text{4}; strings.X": {shown: "4"},
		"import str \"strings\"\nstr.ToUpper(`a`)":                 {shown: "A"},
	} {
		s, out := newSession(t), new(memory)
		value, err := s.Eval(t.Context(), cell, out)
		switch {
		case want.fault != "":
			if err == nil || !strings.Contains(err.Error(), want.fault) || out.text.String() != "" {
				t.Errorf("%s: %v, %q", cell, err, out.text.String())
			}
		case err != nil || fmt.Sprint(value) != want.shown || out.text.String() != want.note:
			t.Errorf("%s: %v, %v, %q", cell, value, err, out.text.String())
		}
	}
}
