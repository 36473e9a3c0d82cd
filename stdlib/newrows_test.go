package stdlib_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/enginetest"
	"unfold/engine/evaluate"
	"unfold/engine/stage/prepare"
	"unfold/stdlib"
)

// TestSecondFilesAreAnsweredAsHeldRows takes the held rows of every stage of the
// catalogue that learns into a file of their own, with missing cells and levels
// in it: whatever stands beside a row there, and however its columns and levels
// are ordered, what is said of it is the same to the bit.
func TestSecondFilesAreAnsweredAsHeldRows(t *testing.T) {
	if testing.Short() {
		t.Skip("long: learns with every stage")
	}
	for role := engine.PrepareRole; role <= engine.PredictorRole; role++ {
		for _, name := range stdlib.Catalogue().Names(role) {
			s, _ := stdlib.Catalogue().Lookup(name)
			if s.ActsOnTable() {
				continue
			}
			t.Run(name, func(t *testing.T) {
				var reasons []any
				for _, table := range tables(s) {
					run, err := runOf(t, table, s)
					if err == nil && enginetest.NewRows(t, table, run) {
						return
					}
					reasons = append(reasons, err)
				}
				if _, restricts := s.Make().(engine.Restrictor); !restricts {
					t.Error("it answers for new rows of none of the tables:", reasons)
				}
			})
		}
	}
}

// runOf runs the shortest sentence of the stage, behind what fills cells and
// turns levels into numbers.
func runOf(t *testing.T, table *engine.Table, s *engine.Stage) (*engine.Run, error) {
	t.Helper()
	methods := []engine.Method{given{table}, folded{apart(table)}}
	if _, restricts := s.Make().(engine.Restrictor); !restricts && s.Role != engine.PrepareRole {
		patch(table)
		methods = append(methods, made(&prepare.Impute{}), made(&prepare.OneHot{}))
	}
	report, err := evaluate.Run(t.Context(), engine.Pipe(append(methods, around(s)...)...), evaluate.Environment{})
	if err != nil {
		return nil, err
	}
	return report.Runs[0], nil
}

// patch takes some cells out of a table, and makes a column one of levels.
func patch(t *engine.Table) {
	for i := range t.Len() {
		if i%5 == 3 {
			t.X.Set(i, 2, math.NaN())
		}
		t.X.Set(i, 1, float64(i*i%3))
	}
	t.Columns[1].Levels = []string{"red", "green", "blue"}
}

// TestUnseenLevelsCountAsNone: a level that no training row has is placed where
// a row without any level would be, and named.
func TestUnseenLevelsCountAsNone(t *testing.T) {
	table := enginetest.Blobs(60).Table
	patch(table)
	s, _ := stdlib.Catalogue().Lookup("knn")
	run, err := runOf(t, table, s)
	if err != nil {
		t.Fatal(err)
	}
	second := enginetest.SecondFile(table, run.Fold.Held)
	at := slices.IndexFunc(second.Columns, func(c engine.Column) bool { return c.Levels != nil })
	second.Columns[at].Levels = []string{"teal", "pink", "plum"}
	ctx, notes := engine.WithNotes(t.Context(), "")
	x, err := newrows.Match(ctx, run.Header, second)
	if err != nil {
		t.Fatal(err)
	}
	placed, err := newrows.Place(ctx, run, x)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := placed.Dims()
	for i := range n {
		if row := placed.RawRowView(i); mat.Sum(mat.NewVecDense(2, row[1:3])) != 0 {
			t.Fatalf("row %d is at %v, want 0 in the columns of its level", i, row)
		}
	}
	if said := notes(); len(said) != 2 {
		t.Errorf("notes %v, want one on the levels and one on the column of no use", said)
	}
}
