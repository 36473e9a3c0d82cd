package evaluate_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// partly makes points, of which some have no label.
type partly struct {
	points
	Without []int
}

func (p *partly) Load(ctx context.Context) (*engine.Table, error) {
	t, err := p.points.Load(ctx)
	t.Target = t.Target.Hide(p.Without)
	return t, err
}

// veil hides the labels of rows.
type veil struct{ Rows []int }

func (veil) Params(*engine.Params) {}

func (v veil) Hide(context.Context, *engine.Table) ([]int, error) { return v.Rows, nil }

// reader is a witness that reads labels.
type reader struct{ witness }

// doubled says how far rows are apart, twice.
type doubled struct{}

func (*doubled) Params(*engine.Params) {}

func (*doubled) Distances(_ context.Context, s engine.Sample) (engine.Distances, error) {
	return engine.Euclidean(scaled(s.X, 2)), nil
}

func scaled(x *mat.Dense, by float64) *mat.Dense {
	var out mat.Dense
	out.Scale(by, x)
	return &out
}

func init() {
	var f engine.Family
	engine.Declare(&f, engine.EmbedderRole, engine.Stage{Name: "reader", ReadsLabels: true}, func() *reader { return new(reader) })
}

const no = engine.Hidden

// TestUnlabelledRowsArePresent: the protocol divides labelled rows, embedders see
// all but the held ones, a predictor the labelled ones; one more fold learns from
// all labels and answers the others.
func TestUnlabelledRowsArePresent(t *testing.T) {
	var embedded, learned []engine.Sample
	p := engine.Pipe(&partly{points{N: 8}, []int{1, 4}}, &last{Share: 1. / 3}, &shiftBy{}, witness{&embedded}, &same{}, pupil{saw: &learned}, &hits{})
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	if f := r.Runs[0].Fold; !slices.Equal(f.Train, []int{0, 2, 3, 5}) || !slices.Equal(f.Held, []int{6, 7}) || !slices.Equal(f.Unlabelled, []int{1, 4}) {
		t.Errorf("the fold is %+v", f)
	}
	for i, want := range [][]int{{0, 0, 1, 1, no, no}, {0, 0, 1, 1, 0, 1, no, no}} {
		if !slices.Equal(embedded[i].Labels, want) {
			t.Errorf("an embedder sees classes %v, want %v", embedded[i].Labels, want)
		}
		if known := want[:slices.Index(want, no)]; !slices.Equal(learned[i].Labels, known) {
			t.Errorf("a predictor sees classes %v, want %v", learned[i].Labels, known)
		}
	}
	if x := embedded[0].X.At(0, 0); x != -15./6 { // the mean of rows 0, 2, 3, 5, 1, 4
		t.Errorf("the first row is at %v, not shifted by the mean of all rows that are present", x)
	}
	if len(r.Runs) != 1 || r.Final == nil || r.Final == r.Runs[0] {
		t.Fatalf("%d runs, and one that answers: %v", len(r.Runs), r.Final)
	}
	if got := r.Final.Unlabelled; !slices.Equal(got.Rows, []int{1, 4}) || !slices.Equal(got.Labels, []int{no, no}) || len(got.Predicted) != 2 || got.Mapped.At(1, 0) != 0.5 {
		t.Errorf("unlabelled rows are %+v", got)
	}
	if r.Runs[0].Unlabelled.Predicted != nil || len(r.Runs[0].Predicted) != 2 {
		t.Error("the fold of the protocol answers")
	}
}

// TestOneFoldOfAllAnswers: no fold is added where one learns from all labels, and
// none where nothing predicts.
func TestOneFoldOfAllAnswers(t *testing.T) {
	var saw []engine.Sample
	r, err := evaluate.Run(t.Context(), engine.Pipe(&partly{points{N: 6}, []int{0, 5}}, witness{&saw}, &same{}, &parity{}, &hits{}), here)
	if err != nil {
		t.Fatal(err)
	}
	if len(saw) != 1 || r.Final != r.Runs[0] || len(r.Final.Predicted) != 4 || len(r.Final.Unlabelled.Predicted) != 2 {
		t.Errorf("%d embeddings; %d rows are judged, %d answered", len(saw), len(r.Runs[0].Predicted), len(r.Runs[0].Unlabelled.Predicted))
	}
	if judged := r.Runs[0].Judged(); judged.Len() != 4 || slices.Contains(judged.Labels, no) {
		t.Errorf("judged are rows of classes %v", judged.Labels)
	}
	if r, err = evaluate.Run(t.Context(), engine.Pipe(&partly{points{N: 6}, []int{0, 5}}, &last{Share: 0.5}, witness{&saw}), here); err != nil || r.Final != nil || len(saw) != 2 {
		t.Errorf("final %v, %d embeddings, %v", r.Final, len(saw), err)
	}
}

// TestReadersOfLabelsSeeLabelledRows: from there on nothing sees the others, and
// distances are those that were measured among all.
func TestReadersOfLabelsSeeLabelledRows(t *testing.T) {
	var all, read, after []engine.Sample
	p := engine.Pipe(&partly{points{N: 6}, []int{1, 2}}, witness{&all}, &same{}, &doubled{}, &reader{witness{&read}}, &same{}, witness{&after})
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	if all[0].Len() != 6 || !slices.Equal(read[0].Labels, []int{0, 1, 0, 1}) || after[0].Len() != 4 {
		t.Errorf("%d rows, then those of classes %v, then %d", all[0].Len(), read[0].Labels, after[0].Len())
	}
	row := make([]float64, 4)
	if read[0].Distances.Row(row, 1); read[0].Distances.Len() != 4 || !slices.Equal(row, []float64{6, 0, 2, 4}) {
		t.Errorf("distances of the second row: %v", row)
	}
	noted := slices.ContainsFunc(r.Notes, func(n engine.Note) bool {
		return n.Stage == "reader" && strings.Contains(n.Text, "2 rows without a label are left out") && strings.Contains(n.Text, "4 labelled rows")
	})
	if !noted {
		t.Errorf("notes %v", r.Notes)
	}
}

// TestHiddenLabelsJudge: what a study hides is no stage's to see, and scores the
// answers; rows that never had a label do not count.
func TestHiddenLabelsJudge(t *testing.T) {
	p := engine.Pipe(&partly{points{N: 9}, []int{0}}, veil{[]int{3, 4, 8}}, &last{Share: 0.4}, &parity{}, &hits{})
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Table.Withheld.Labels; !slices.Equal(got, []int{no, no, no, 1, 0, no, no, no, 0}) {
		t.Errorf("withheld are %v", got)
	}
	if got := r.Table.Labels; !slices.Equal(got, []int{no, 1, 0, no, no, 1, 0, 1, no}) {
		t.Errorf("labels are %v", got)
	}
	s, ok := r.Score("hits (unlabelled)")
	if !ok || len(s.Folds) != 1 {
		t.Fatalf("scores %v", r.Answered)
	}
	if held, _ := r.Score("hits"); held.Mean != 1 || s.Mean != 1 { // parity is right about all of them
		t.Errorf("%v hits of held rows, %v of hidden ones", held.Mean, s.Mean)
	}
}

// TestFewLabelsAreRefused: there is no lesson without labels of two classes.
func TestFewLabelsAreRefused(t *testing.T) {
	for _, c := range []struct {
		without []int
		steps   []engine.Method
		want    string
	}{
		{[]int{0, 1, 2, 3}, []engine.Method{&parity{}}, "none of the 4 rows has a label"},
		{[]int{0, 1, 2, 3}, nil, "none of the 4 rows has a label"},
		{[]int{1, 3}, []engine.Method{&parity{}}, "all 2 rows with a label are of class a"},
	} {
		_, err := evaluate.Run(t.Context(), engine.Pipe(append([]engine.Method{&partly{points{N: 4}, c.without}}, c.steps...)...), here)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	_, err := evaluate.Run(t.Context(), engine.Pipe(&points{N: 8}, veil{[]int{1}}, veil{[]int{2}}), here)
	if err == nil || !strings.Contains(err.Error(), "hidden already") {
		t.Errorf("labels are hidden twice: %v", err)
	}
	r, err := evaluate.Run(t.Context(), engine.Pipe(&partly{points{N: 4}, []int{1, 3}}), here)
	if err != nil || !strings.Contains(r.Notes[0].Text, "2 of 4 rows have no class, the first is row 1") || !strings.Contains(r.Notes[1].Text, "not learned: b") {
		t.Errorf("%v, notes %v", err, r.Notes)
	}
}

// TestDealsMoveKnownLabels: what is dealt anew are labels of labelled rows, among
// these.
func TestDealsMoveKnownLabels(t *testing.T) {
	var learned []engine.Sample
	p := engine.Pipe(&partly{points{N: 9}, []int{0, 4}}, &turns{K: 2, Within: 2, Deals: 1}, pupil{saw: &learned}, &hits{})
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	if len(learned) != 5 { // two folds, these dealt anew, and the one that answers
		t.Errorf("%d lessons", len(learned))
	}
	for _, s := range learned {
		if slices.Contains(s.Labels, no) || s.Len() == 0 {
			t.Errorf("a predictor learns from classes %v", s.Labels)
		}
	}
	if r.Permutation == nil || len(r.Permutation.Scores) != 1 || len(r.Runs) != 2 || r.Final == nil {
		t.Errorf("permutation %+v of %d runs", r.Permutation, len(r.Runs))
	}
}

// TestFinalFoldChooses: candidates for it are chosen by all labelled rows, and are
// no part of what the report says of the choice.
func TestFinalFoldChooses(t *testing.T) {
	without := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	choose := func(source engine.Method) *engine.Report {
		p, err := engine.Pipe(source, &turns{K: 3, Within: 3}, &vote{K: 1}, &share{}).Vary("vote", "k", 1, 3, 5)
		if err != nil {
			t.Fatal(err)
		}
		r, err := evaluate.Run(t.Context(), p, here)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := choose(&unlabelledCloud{cloud{N: 70}, without})
	if len(r.Tuning.Chosen) != 3 || len(r.Runs) != 3 || !strings.Contains(r.Final.Pipeline, "vote(k=") {
		t.Errorf("%d choices of %d runs; %s", len(r.Tuning.Chosen), len(r.Runs), r.Final.Pipeline)
	}
	again := choose(&unlabelledCloud{cloud{N: 70}, without})
	if !reflect.DeepEqual(r.Final.Unlabelled.Predicted, again.Final.Unlabelled.Predicted) || len(r.Final.Unlabelled.Predicted) != len(without) {
		t.Error("answers differ from run to run")
	}
}

// unlabelledCloud is a cloud in which some rows have no label.
type unlabelledCloud struct {
	cloud
	Without []int
}

func (c *unlabelledCloud) Load(ctx context.Context) (*engine.Table, error) {
	t, err := c.cloud.Load(ctx)
	t.Target = t.Target.Hide(c.Without)
	return t, err
}
