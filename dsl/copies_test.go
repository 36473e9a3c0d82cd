package dsl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unfold/engine"
)

// TestRowsWrittenTwiceAreTold: forty rows of noise with random labels, written
// twice, are learned by heart; the report counts them, and without their copies
// nothing is learned.
func TestRowsWrittenTwiceAreTold(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	var rows strings.Builder
	for range 40 {
		fmt.Fprintf(&rows, "%.6f,%.6f,%c\n", r.NormFloat64(), r.NormFloat64(), 'a'+rune(r.IntN(2)))
	}
	inFolder(t, map[string]string{"twice.csv": "x,z,y\n" + rows.String() + rows.String()})
	s := newSession(t)
	report := eval(t, s, `load("twice.csv") | cv(5) | knn(1)`).(*engine.Report)
	if a, _ := report.Score("accuracy"); a.Mean < 0.85 || report.Copies.Held != 80 || report.Copies.Copied < 55 {
		t.Errorf("accuracy %v, %+v: nothing was learned by heart", a.Mean, report.Copies)
	}
	if c := report.Copies; c.Agree != c.Copied {
		t.Errorf("%+v: every copy has the class of its row", c)
	}
	report = eval(t, s, `load("twice.csv") | dedupe | cv(5) | knn(1)`).(*engine.Report)
	if a, _ := report.Score("accuracy"); a.Mean > 0.8 || report.Copies != (engine.Copies{Held: 40}) {
		t.Errorf("without copies: accuracy %v, %+v", a.Mean, report.Copies)
	}
}
