package export_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl"
	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/export"
	"unfold/stdlib"
)

// given are the ways in which tables come to predictors and maps: of classes, of a
// response, and with levels and missing cells.
var (
	classes   = []string{`waveform(n=90) | holdout(0.3) | scale`, `copies | holdout(0.3)`, `lattice | holdout(0.3) | minmax`}
	responses = []string{`repeated | holdout(0.3)`, `swissroll(n=90) | holdout(0.3) | center`, `parity(n=80) | holdout(0.3) | scale`}
	mixed     = []string{`holes | holdout(0.3)`, `votes | holdout(0.3)`}
	prepared  = []string{`holes | holdout(0.3) | impute | onehot | minmax | scale`, `votes | holdout(0.3) | onehot | center`}
)

// further are ways of stages that their defaults do not go.
var further = []string{
	`copies | holdout(0.3) | scale | svm(kernel="linear")`,
	`repeated | holdout(0.3) | svr(kernel="linear")`,
	`islands | holdout(0.3) | svm`,
	`islands | holdout(0.3) | scale | kpca(width=0.5) | knn(3)`,
	`waveform(n=60) | holdout(0.3) | isomap(k=8) | krr(kernel="poly", degree=2) | svm`,
	`waveform(n=60) | holdout(0.3) | isomap(k=8) | krr(kernel="linear", centre="no", lambda=10) | svm`,
	`swissroll(n=60) | holdout(0.3) | eat(kernel="poly", degree=2, targets=["length"], dim=1, stretch="none") | ridge`,
	`distances | holdout(0.3) | knn(3)`,
	`distances | holdout(0.3) | precomputed | mds(dim=1) | krr | knn(1)`,
	`copies | holdout(0.3) | isomap(k=8) | barycentre(k=3) | svm`,
	`lattice | holdout(0.3) | eigenmaps(k=6) | nystrom | knn(3)`,
	`islands | holdout(0.3) | derive("w = x * y") | knn(3)`,
	`waveform(n=60) | holdout(0.3) | cosine | mds | nystrom | knn(3)`,
	`waveform(n=60) | holdout(0.3) | mds(dim=3) | nystrom | knn(3)`,
	`lattice | holdout(0.3) | isomap(k=8) | elm(constant="no", neurons=15) | svm`,
	`waveform(n=60) | holdout(0.3) | scale | sne(map=linear, iterations=20) | knn(3)`,
	`islands | holdout(0.3) | scale | sne(map=rbf(centres=9), iterations=20) | knn(3)`,
	`copies | holdout(0.3) | sne(map=mlp(hidden="9,5"), iterations=20) | knn(3)`,
	`copies | holdout(0.3) | sne(map=mlp(hidden="9", activation="relu"), iterations=20) | knn(3)`,
	`waveform(n=60) | holdout(0.3) | scale | nerv(map=pieces(liram(rank=3)), iterations=20) | knn(3)`,
	`lattice | holdout(0.3) | sne(map=pieces(count=3, borders="soft"), iterations=20) | knn(1)`,
	`islands | holdout(0.3) | eigenmaps(k=6, map=linear) | knn(3)`,
	`waveform(n=60) | holdout(0.3) | scale | lle(k=8, map=pieces(som, count=6, borders="soft")) | knn(3)`,
	`copies | holdout(0.3) | som(width=5, height=4, place="between", epochs=20) | knn(1)`,
	`swissroll(n=90) | holdout(0.3) | gtm(place="mode", iterations=10) | ridge`,
	`copies | holdout(0.3) | autoencoder(neurons=9, layers=1, activation="relu", epochs=20, batch=50) | knn(1)`,
	`copies | holdout(0.3) | lda | knn(3)`,
	`votes | holdout(0.3) | forest(trees=20)`,
	`waveform(n=90) | holdout(0.3) | liram(rank=2, matrices="one")`,
	`holes | holdout(0.3) | cart(prune="none")`,
}

// real are data sets of $UNFOLD_DATA: ten with classes, three with a response.
var real = []string{
	"wine", "iris", "glass", "vowel", "heart_statlog", "ionosphere", "zoo", "optdigits", "yeast", "pima_diabetes",
	"concrete", "yacht", "airfoil",
}

// firstResponse is where those of a response begin.
const firstResponse = 10

// onRealData are the sentence of the README on all of them, and each stage that places or
// predicts new rows on one of the classes and one of the responses; none without the data,
// or without UNFOLD_LONG: their operations are those of the tables in testdata.
func onRealData() (all []string) {
	if !hasRealData() {
		return nil
	}
	given := func(at int) string {
		target := `label="class"`
		if at >= firstResponse {
			target = `response="response"`
		}
		return fmt.Sprintf("load(%q, %s) | sample(150) | holdout(0.3) | scale | ", real[at], target)
	}
	for at := range real {
		sentence := "warp(0.5) | isomap(k=10) | krr | svm"
		if at >= firstResponse {
			sentence = "isomap(k=10) | krr | svr"
		}
		all = append(all, given(at)+sentence)
	}
	for i, s := range stdlib.Catalogue().Stages() {
		for _, at := range []int{i % firstResponse, firstResponse + i%(len(real)-firstResponse)} {
			switch {
			case s.Role == engine.PredictorRole:
				all = append(all, given(at)+s.Name)
			case s.Role == engine.ExtenderRole:
				all = append(all, given(at)+"isomap(k=10) | "+s.Name+" | knn(3)")
			case s.Role == engine.EmbedderRole && s.Maps:
				all = append(all, given(at)+s.Name+" | knn(3)")
			}
		}
	}
	return all
}

// hasRealData reports whether sentences on data from outside the repository run too.
func hasRealData() bool { return os.Getenv("UNFOLD_DATA") != "" && os.Getenv("UNFOLD_LONG") != "" }

// cannot are stages that do not leave the program behind some others, each with the words
// of its refusal.
var cannot = map[string]string{
	"nystrom": "cannot be said by operations on rows",
	"derive":  "made by expressions",
}

// sentences are pipelines with every stage of the catalogue that places or predicts new
// rows: each predictor and each extender on three tables, each embedder with its map.
func sentences() []string {
	all := slices.Concat(further, onRealData())
	add := func(from []string, format string, args ...any) {
		for _, given := range from {
			all = append(all, given+" | "+fmt.Sprintf(format, args...))
		}
	}
	for _, s := range stdlib.Catalogue().Stages() {
		switch s.Role {
		case engine.PredictorRole:
			add(slices.Concat(classes, responses, prepared), "%s", s.Name)
			if s.Mixed {
				add(mixed, "%s", s.Name)
			}
		case engine.ExtenderRole:
			add(classes, "isomap(k=9) | %s | svm", s.Name)
		case engine.EmbedderRole:
			if s.Maps {
				add(classes, "%s | knn(3)", s.Name)
				add(responses[:1], "%s | ridge", s.Name)
			}
		}
	}
	return all
}

// A leaving is a model that leaves the program, with rows and what the engine says of
// them.
type leaving struct {
	sentence string
	model    *export.Model
	rows     [][]float64
	places   [][]float64 // nil of a row that the engine refuses
	said     [][]float64 // likewise
}

// tables are the words that stand for tables with classes.
var tables = regexp.MustCompile(`^(lattice|copies|votes|islands|distances|holes)( )`)

// leavings are all of them, and the sentences whose stages refuse to leave.
var leavings = sync.OnceValues(func() ([]leaving, map[string]error) {
	var all []leaving
	refused := map[string]error{}
	for _, sentence := range sentences() {
		l, err := leave(sentence)
		switch {
		case errors.Is(err, errNotLearned):
		case err != nil:
			refused[sentence] = err
		default:
			all = append(all, *l)
		}
	}
	return all, refused
})

// errNotLearned is the error of a pipeline that cannot learn from the table at all.
var errNotLearned = errors.New("not learned")

// leave learns by a sentence.
func leave(sentence string) (*leaving, error) {
	const at = "../../stdlib/bits/testdata/"
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{})
	if err != nil {
		return nil, err
	}
	text := tables.ReplaceAllString(sentence, `load("`+at+`$1.csv", label="class")$2`)
	text = strings.Replace(text, "repeated ", `load("`+at+`repeated.csv", response="y") `, 1)
	value, err := s.Eval(context.Background(), text, nobody{})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNotLearned, err)
	}
	report := value.(*engine.Report)
	model, err := export.New(learnedBy(report.Runs[0], report.Steps))
	if err != nil {
		return nil, err
	}
	l := &leaving{sentence: sentence, model: model, rows: asked(report)}
	return l, l.ask(report.Runs[0])
}

// learnedBy is what a run has learned.
func learnedBy(r *engine.Run, steps []engine.StepReport) export.Learned {
	l := export.Learned{
		Header: r.Header, Way: slices.Clip(r.Way), Predictor: r.Predictor, Mixed: r.Mixed,
		Classes: r.Train.Classes, Responses: r.Train.ResponseNames(),
		Name: r.Train.Label, Sentence: r.Pipeline, Version: engine.Version,
	}
	mapped := ""
	for _, s := range steps {
		switch s.Role {
		case engine.EmbedderRole, engine.ExtenderRole:
			mapped = s.Name
		case engine.PredictorRole:
			l.Predicts = s.Name
		}
	}
	if r.Extension != nil {
		l.Way = append(l.Way, engine.Leg{Stage: mapped, Map: r.Extension})
	}
	return l
}

// asked are the held rows, and some of them with cells missing or levels that nobody has
// seen.
func asked(r *engine.Report) (rows [][]float64) {
	held := r.Table.Take(r.Runs[0].Fold.Held)
	n, d := held.X.Dims()
	for i := range min(n, 40) {
		row := held.X.RawRowView(i)
		rows = append(rows, row)
		if i < 6 {
			worse := slices.Clone(row)
			if c := i % d; held.Columns[c].Levels != nil && i%2 == 0 {
				worse[c] = engine.Unseen
			} else {
				worse[c] = math.NaN()
			}
			rows = append(rows, worse)
		}
	}
	none := make([]float64, d)
	for c := range none {
		none[c] = math.NaN()
	}
	return append(rows, none)
}

// ask asks the engine about each row by itself.
func (l *leaving) ask(run *engine.Run) error {
	for _, row := range l.rows {
		x := mat.NewDense(1, len(row), row)
		place, err := newrows.Place(context.Background(), run, x)
		if err != nil {
			l.places, l.said = append(l.places, nil), append(l.said, nil)
			continue
		}
		said, err := newrows.Predict(context.Background(), run, x)
		if err != nil {
			return err
		}
		l.places, l.said = append(l.places, place.RawRowView(0)), append(l.said, said)
	}
	if !slices.ContainsFunc(l.places, func(p []float64) bool { return p != nil }) {
		return errors.New("the engine refuses all rows")
	}
	return nil
}

// loose are sentences of which the engine itself knows fewer digits, with how many.
var loose = map[string]float64{
	// Centres are 1e-4 apart beside rows of size ten, whose squares cancel.
	`copies | holdout(0.3) | gtm | knn(3)`: 1e-6,
}

// check holds what another says of row i to what the engine says; nil is a refusal.
func (l *leaving) check(t *testing.T, i int, place, said []float64, tolerance float64) bool {
	t.Helper()
	tolerance = max(tolerance, loose[l.sentence])
	for _, c := range []struct {
		what      string
		got, want []float64
	}{{"place", place, l.places[i]}, {"prediction", said, l.said[i]}} {
		if c.what == "prediction" && l.model.Classes != nil && !slices.Equal(c.got, c.want) {
			t.Errorf("%s\nrow %d: class %v, the engine says %v", l.sentence, i, c.got, c.want)
			return false
		}
		if !slices.EqualFunc(c.got, c.want, func(a, b float64) bool {
			return a == b || math.Abs(a-b) <= tolerance*max(1, math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
		}) {
			t.Errorf("%s\nrow %d %v: %s %v, the engine says %v", l.sentence, i, l.rows[i], c.what, c.got, c.want)
			return false
		}
	}
	return true
}

// TestOperationsSayWhatStagesCompute: the operations of a fitted pipeline give what the
// engine gives, and refuse what it refuses.
func TestOperationsSayWhatStagesCompute(t *testing.T) {
	if testing.Short() {
		t.Skip("long: learns hundreds of pipelines")
	}
	all, refused := leavings()
	seen := 0
	for _, l := range all {
		for i, row := range l.rows {
			var place, said []float64
			if results, err := evaluate(l.model.Operations.List(), row); err == nil {
				place, said = results[l.model.Place.Index()], results[l.model.Prediction.Index()]
			}
			if !l.check(t, i, place, said, 1e-12) {
				break
			}
			seen++
		}
	}
	t.Logf("%d models, %d rows", len(all), seen)
	if len(refused) != 3 {
		t.Errorf("%d pipelines are refused", len(refused))
	}
	if seen < 5000 {
		t.Errorf("only %d rows were compared", seen)
	}
}

// TestEveryStageLeavesOrSaysWhyNot: each stage leaves the program on three tables at least,
// and where it does not there is a reason and a remedy.
func TestEveryStageLeavesOrSaysWhyNot(t *testing.T) {
	if testing.Short() {
		t.Skip("long: learns hundreds of pipelines")
	}
	all, refused := leavings()
	for sentence, err := range refused {
		var e *engine.Error
		if !errors.As(err, &e) || e.Remedy == nil || !strings.Contains(e.Cause, cmpOr(cannot[e.Stage])) {
			t.Errorf("%s: %v", sentence, err)
		}
	}
	for _, name := range real {
		count := 0
		for _, l := range all {
			if strings.Contains(l.sentence, strconv.Quote(name)) {
				count++
			}
		}
		if hasRealData() && count < 3 {
			t.Errorf("%d models of %s leave", count, name)
		}
	}
	for _, s := range stdlib.Catalogue().Stages() {
		named := regexp.MustCompile(`\| ` + s.Name + `(\(|$| )`)
		count := 0
		for _, l := range all {
			if named.MatchString(l.sentence) {
				count++
			}
		}
		leaves := s.Role == engine.PredictorRole || s.Role == engine.ExtenderRole || s.Role == engine.EmbedderRole && s.Maps
		if leaves && count < 3 {
			t.Errorf("%s leaves on %d tables only", s.Name, count)
		}
	}
}

// cmpOr is a text that nothing contains where there is none.
func cmpOr(text string) string {
	if text == "" {
		return "\x00"
	}
	return text
}

// nobody watches a cell.
type nobody struct{}

func (nobody) Stream(string, string)    {}
func (nobody) Display(any, string)      {}
func (nobody) Clear(bool)               {}
func (nobody) Progress(engine.Progress) {}
func (nobody) Input(string, bool) (string, error) {
	return "", errors.New("nobody is here")
}
