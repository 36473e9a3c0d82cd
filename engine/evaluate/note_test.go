package evaluate_test

import (
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// TestRemarksOnTheMachineAreNotesOfEachReport, once, and of none where there is
// nothing to say.
func TestRemarksOnTheMachineAreNotesOfEachReport(t *testing.T) {
	for _, text := range []string{"", "something served", "something served"} {
		env := here
		env.Remarks = func() []string { return slices.DeleteFunc([]string{text}, func(s string) bool { return s == "" }) }
		r, err := evaluate.Run(t.Context(), engine.Pipe(&points{N: 8}, &last{Share: 0.5}, &line{}, &same{}, &parity{}, &hits{}), env)
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
