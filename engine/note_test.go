package engine_test

import (
	"slices"
	"testing"

	"unfold/engine"
)

// afterthought is what is thought at the end of each evaluation of these tests.
var afterthought string

func init() { engine.Afterwards(func() string { return afterthought }) }

// TestAfterthoughtIsANoteOfEachReport, once, and of none where there is nothing
// to say.
func TestAfterthoughtIsANoteOfEachReport(t *testing.T) {
	defer func() { afterthought = "" }()
	for _, text := range []string{"", "something served", "something served"} {
		afterthought = text
		r, err := engine.Pipe(&points{N: 8}, &last{Share: 0.5}, &line{}, &same{}, &parity{}, &hits{}).Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		notes := slices.DeleteFunc(r.Notes, func(n engine.Note) bool { return n.Stage != "machine" })
		if text == "" && len(notes) == 0 || len(notes) == 1 && notes[0].Text == text {
			continue
		}
		t.Errorf("for %q the notes on the machine are %v", text, notes)
	}
}
