package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// TestFirstFigure measures two starts: a figure comes, after the kernel answers.
func TestFirstFigure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program and starts three kernels")
	}
	if os.Getenv("UNFOLD_DATA") == "" {
		t.Skip("UNFOLD_DATA names no folder of data sets, and iris is in one")
	}
	var out bytes.Buffer
	if err := measure(t.Context(), 2, inJSON(&out)); err != nil {
		t.Fatal(err)
	}
	lines := json.NewDecoder(&out)
	for range 2 {
		var s startup
		if err := lines.Decode(&s); err != nil {
			t.Fatal(err)
		}
		if s.Ready <= 0 || s.Figure <= s.Ready {
			t.Errorf("the kernel answers after %g s and shows a figure after %g s", s.Ready, s.Figure)
		}
	}
	if lines.More() {
		t.Error("more starts are reported than were asked for")
	}
}
