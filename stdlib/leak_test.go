package stdlib_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/enginetest"
	"unfold/engine/evaluate"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/protocol"
	"unfold/stdlib"
)

// TestNothingLeaks changes the labels, then the features, then the columns aside, of
// held rows, for every stage of the catalogue that learns: nothing that it has
// learned may change by one bit.
func TestNothingLeaks(t *testing.T) {
	for role := engine.PrepareRole; role <= engine.PredictorRole; role++ {
		for _, name := range stdlib.Catalogue().Names(role) {
			s, _ := stdlib.Catalogue().Lookup(name)
			if s.ActsOnTable() {
				continue // it acts before any row is held
			}
			t.Run(name, func(t *testing.T) {
				ran := 0
				for _, table := range tables(s) {
					told, err := leaks(t, table, apart(table), func(*engine.Table) []engine.Method { return around(s) })
					if err != nil {
						continue
					}
					ran++
					for _, what := range told {
						t.Errorf("%s: %s", table.Name, what)
					}
					if testing.Short() {
						break
					}
				}
				if ran == 0 {
					t.Error("it learns from none of the tables")
				}
			})
		}
	}
}

// TestNothingLeaksWhereRowsArePresent does the same where held rows are there
// without their labels: those may not matter.
func TestNothingLeaksWhereRowsArePresent(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs all stages on many tables")
	}
	for role := engine.PrepareRole; role <= engine.PredictorRole; role++ {
		for _, name := range stdlib.Catalogue().Names(role) {
			s, _ := stdlib.Catalogue().Lookup(name)
			if s.ActsOnTable() || s.ReadsLabels && !s.Unlabelled && s.Role != engine.PredictorRole {
				continue
			}
			t.Run(name, func(t *testing.T) {
				ran := 0
				for _, table := range tables(s) {
					fold := apart(table)
					fold.Transduced = true
					build := func(*engine.Table) []engine.Method { return around(s) }
					before, err := learned(t, table, fold, build)
					if err != nil {
						continue
					}
					ran++
					if after, err := learned(t, relabelled(table, fold), fold, build); err != nil || !slices.Equal(before, after) {
						t.Errorf("%s: labels of held rows change what is learned (%v)", table.Name, err)
					}
					if after, err := learned(t, resited(table, fold), fold, build); err != nil || !slices.Equal(before, after) {
						t.Errorf("%s: columns aside of held rows change what is learned (%v)", table.Name, err)
					}
				}
				if ran == 0 {
					t.Error("it learns from none of the tables")
				}
			})
		}
	}
}

// TestHiddenLabelsDoNotLeak changes labels that a study hides, for every stage of
// the catalogue that learns: nothing but what judges the answers may change by
// one bit, and neither where the labels are not there at all.
func TestHiddenLabelsDoNotLeak(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs all stages on many tables")
	}
	for role := engine.PrepareRole; role <= engine.PredictorRole; role++ {
		for _, name := range stdlib.Catalogue().Names(role) {
			s, _ := stdlib.Catalogue().Lookup(name)
			if s.ActsOnTable() {
				continue
			}
			t.Run(name, func(t *testing.T) {
				ran := 0
				for _, table := range tables(s) {
					rows := unlabelledRows(table)
					hidden, err := everything(t, s, given{table}, veil{rows})
					if err != nil {
						continue
					}
					ran++
					other := given{relabelled(table, engine.Fold{Held: rows})}
					if after, err := everything(t, s, other, veil{rows}); err != nil || !slices.Equal(hidden, after) {
						t.Errorf("%s: hidden labels change what is learned (%v)", table.Name, err)
					}
					absent := *table
					absent.Target = table.Target.Hide(rows)
					if after, err := everything(t, s, given{&absent}); err != nil || !slices.Equal(hidden, after) {
						t.Errorf("%s: labels that are hidden are not as labels that are not there (%v)", table.Name, err)
					}
				}
				if ran == 0 {
					t.Error("it learns from none of the tables")
				}
			})
		}
	}
}

// TestHiddenLabelsDoNotChoose has labelled rows choose between candidates, in each
// fold and for the answers, and the same where rows that judge are present.
func TestHiddenLabelsDoNotChoose(t *testing.T) {
	table := enginetest.Blobs(80).Table
	table.Labels = slices.Clone(table.Labels)
	for i := range 16 { // so that there is something to choose
		table.Labels[i*5] = 1 - table.Labels[i*5]
	}
	rows := unlabelledRows(table)
	other := relabelled(table, engine.Fold{Held: rows})
	for _, p := range []engine.Protocol{made(&protocol.CV{K: 3}), made(&protocol.Transduce{})} {
		var chosen [][]uint64
		for _, source := range []*engine.Table{table, other} {
			steps, err := engine.Pipe(given{source}, veil{rows}, p, made(&embedding.PCA{}), made(&predictor.KNN{})).Vary("knn", "k", 1, 3, 5, 7, 9)
			if err != nil {
				t.Fatal(err)
			}
			steps.Steps = append(steps.Steps, stageNamed(t, "accuracy"))
			report, err := evaluate.Run(t.Context(), steps, evaluate.Environment{})
			if err != nil {
				t.Fatal(err)
			}
			chosen = append(chosen, whole(t, report))
			if len(report.Answered) != 1 || report.Tuning == nil {
				t.Errorf("%d scores of answers, tuning %v", len(report.Answered), report.Tuning)
			}
		}
		if !slices.Equal(chosen[0], chosen[1]) {
			t.Errorf("%T: hidden labels change what is chosen", p)
		}
	}
}

// unlabelledRows are rows scattered over the table, about half of them.
func unlabelledRows(t *engine.Table) []int {
	var rows []int
	for i := range t.Len() {
		if i*i%7 < 2 {
			rows = append(rows, i)
		}
	}
	return rows
}

// veil hides the labels of given rows.
type veil struct{ rows []int }

func (veil) Params(*engine.Params) {}

func (v veil) Hide(context.Context, *engine.Table) ([]int, error) { return v.rows, nil }

// everything is what a pipeline around a stage learns and says of rows of a
// source, to the bit, but for the scores of what was hidden.
func everything(t *testing.T, s *engine.Stage, source ...engine.Method) ([]uint64, error) {
	t.Helper()
	methods := append(source, made(&protocol.Holdout{}))
	methods = append(methods, around(s)...)
	if s.Role < engine.PredictorRole && s.Role != engine.EmbedderRole {
		methods = append(methods, made(&predictor.KNN{}))
	}
	p := engine.Pipe(methods...)
	p.Steps = append(p.Steps, stageNamed(t, "accuracy"))
	if report, err := evaluate.Run(t.Context(), p, evaluate.Environment{}); err == nil {
		return whole(t, report), nil
	}
	p.Steps[len(p.Steps)-1] = stageNamed(t, "rmse")
	report, err := evaluate.Run(t.Context(), p, evaluate.Environment{})
	if err != nil {
		return nil, err
	}
	return whole(t, report), nil
}

// whole gathers all runs of a report and its scores.
func whole(t *testing.T, report *engine.Report) []uint64 {
	t.Helper()
	b := bits{t: t}
	for _, r := range append(slices.Clone(report.Runs), report.Final) {
		if r == nil {
			continue
		}
		b.run(r, report.Table.X.Slice(0, 1, 0, len(report.Table.Columns)).(*mat.Dense))
		b.matrix(r.Mapped)
		b.matrix(r.Unlabelled.X)
		b.matrix(r.Unlabelled.Mapped)
		b.add(r.Predicted...)
		b.add(r.Unlabelled.Predicted...)
		b.add(r.Train.Truth()...)
	}
	for _, s := range report.Scores {
		b.add(s.Folds...)
	}
	if report.Final == nil || len(report.Final.Unlabelled.Predicted) == 0 {
		t.Error("no row without a label was answered")
	}
	if report.Tuning != nil {
		for _, c := range report.Tuning.Chosen {
			b.add(float64(c.Setting))
			for _, scores := range c.Scores {
				b.add(scores...)
			}
		}
	}
	return b.all
}

// TestNothingLeaksIntoTheChoiceOfNeighbours, by rows that are present without their
// labels, nor by held ones into a part of the training rows.
func TestNothingLeaksIntoTheChoiceOfNeighbours(t *testing.T) {
	table := enginetest.Blobs(60).Table
	for name, share := range map[string]float64{"all": engine.Auto, "part": 0.6} {
		m := made(&embedding.Isomap{})
		m.K, m.Share = engine.Auto, share
		for _, transduced := range []bool{true, false} {
			fold := apart(table)
			fold.Transduced = transduced
			build := func(*engine.Table) []engine.Method {
				return []engine.Method{m, made(&extension.KRR{}), made(&predictor.KNN{})}
			}
			before, err := learned(t, table, fold, build)
			if err != nil {
				t.Fatal(err)
			}
			if after, err := learned(t, relabelled(table, fold), fold, build); err != nil || !slices.Equal(before, after) {
				t.Errorf("%s, transduced %v: labels of held rows change what is learned (%v)", name, transduced, err)
			}
		}
	}
}

// TestNoChoiceLeaks has training rows choose between candidates.
func TestNoChoiceLeaks(t *testing.T) {
	table := enginetest.Blobs(60).Table
	table.Labels = slices.Clone(table.Labels)
	for i := range 12 { // so that there is something to choose
		table.Labels[i*5] = 1 - table.Labels[i*5]
	}
	told, err := leaks(t, table, apart(table), func(*engine.Table) []engine.Method { return []engine.Method{made(&predictor.KNN{})} },
		func(p engine.Pipeline) (engine.Pipeline, error) { return p.Vary("knn", "k", 1, 3, 5, 7, 9) })
	if err != nil || len(told) > 0 {
		t.Error(told, err)
	}
}

// TestLeaksAreCaught plants stages that look at rows they were not given.
func TestLeaksAreCaught(t *testing.T) {
	table := sited(enginetest.Blobs(60).Table)
	for _, c := range []struct {
		name  string
		plant func(all *engine.Table) []engine.Method
		want  string
	}{
		{"mean of all rows", func(all *engine.Table) []engine.Method { return []engine.Method{peek{all, false}} }, "features"},
		{"labels as a column", func(all *engine.Table) []engine.Method {
			return []engine.Method{peek{all, true}, made(&predictor.KNN{})}
		}, "labels"},
		{"places of all rows", func(all *engine.Table) []engine.Method { return []engine.Method{led{all}} }, "columns aside"},
		{"places of training rows", func(*engine.Table) []engine.Method { return []engine.Method{led{}} }, ""},
		{"nothing but what is given", func(*engine.Table) []engine.Method { return []engine.Method{made(&predictor.KNN{})} }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			told, err := leaks(t, table, apart(table), c.plant)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(told, "; "); c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// peek is a preparation that takes a mean off a column: of its cells in all
// rows of the data, or of their labels.
type peek struct {
	all    *engine.Table
	labels bool
}

func (peek) Params(*engine.Params) {}

func (p peek) Prepare(_ context.Context, s engine.Sample) (*engine.Transform, error) {
	var mean float64
	for i := range p.all.Len() {
		v := p.all.X.At(i, 0)
		if p.labels {
			v = float64(p.all.Labels[i]) * float64(i) // so that labels which change places show
		}
		mean += v / float64(p.all.Len())
	}
	return &engine.Transform{Map: lessThan{len(s.Columns), mean}, Columns: s.Columns}, nil
}

// led is an embedder that goes by columns aside: those of its own rows, or of all
// rows of the data.
type led struct{ all *engine.Table }

func (led) Params(*engine.Params) {}

func (l led) Embed(_ context.Context, s engine.Sample) (*engine.Embedding, error) {
	aside, y := s.Aside, mat.DenseCopyOf(s.X)
	if l.all != nil {
		aside = l.all.Aside
	}
	lat, err := aside.Numbers("targets", "lat")
	y.Set(0, 0, mat.Sum(lat))
	return &engine.Embedding{Y: y, Map: lessThan{d: s.X.RawMatrix().Cols}}, err
}

type lessThan struct {
	d    int
	mean float64
}

func (m lessThan) Dim() int { return m.d }

func (m lessThan) Apply(_ context.Context, dst, x *mat.Dense) error {
	dst.Copy(x)
	n, _ := x.Dims()
	for i := range n {
		dst.Set(i, 0, x.At(i, 0)-m.mean)
	}
	return nil
}

// leaks tells what of the held rows has a part in what the methods learn. They
// are built anew for each table. The error is that of the table as it is.
func leaks(t *testing.T, table *engine.Table, fold engine.Fold, build func(*engine.Table) []engine.Method, change ...func(engine.Pipeline) (engine.Pipeline, error)) (told []string, err error) {
	t.Helper()
	before, err := learned(t, table, fold, build, change...)
	if err != nil {
		return nil, err
	}
	for _, c := range []struct {
		what string
		of   func(*engine.Table, engine.Fold) *engine.Table
	}{{"labels", relabelled}, {"features", moved}, {"columns aside", resited}} {
		after, err := learned(t, c.of(table, fold), fold, build, change...)
		if err != nil {
			t.Fatalf("with other %s: %v", c.what, err)
		}
		if !slices.Equal(before, after) {
			told = append(told, c.what+" of held rows change what is learned")
		}
	}
	return told, nil
}

// around is the shortest sentence in which the stage has something to do.
func around(s *engine.Stage) []engine.Method {
	m := usual(s)
	switch s.Role {
	case engine.MetricRole:
		line := made(&embedding.MDS{}) // a metric may know one direction only
		line.Dim = 1
		return []engine.Method{m, line, made(&extension.KRR{})}
	case engine.EmbedderRole:
		if !s.Maps {
			return []engine.Method{m, made(&extension.KRR{}), made(&predictor.KNN{})}
		}
		return []engine.Method{m, made(&predictor.KNN{})}
	case engine.ExtenderRole:
		return []engine.Method{made(&embedding.Isomap{}), m}
	}
	return []engine.Method{m}
}

// usual is the method of a stage, with what has no default set to what fits the tables
// of the tests, and few passes.
func usual(s *engine.Stage) engine.Method {
	m := enginetest.Brief(s.Make())
	for _, p := range engine.ParamsOf(m) {
		var value any = 9
		if p.Type == engine.Text {
			value = "twice = 2 * x1; x1 = log(x1 + 99)" // the only texts are expressions
		}
		if !p.Required {
			continue
		}
		if err := p.Set(value); err != nil {
			panic(fmt.Sprintf("%s: %v", s.Name, err))
		}
	}
	return m
}

// tables are data for a stage: with missing cells and levels where it prepares
// columns, dissimilarities where it wants them, else numbers; with classes and
// with a response.
func tables(s *engine.Stage) []*engine.Table {
	blobs, grid := enginetest.Blobs(60).Table, enginetest.Grid(10, 6).Table
	if r, ok := s.Make().(engine.Restrictor); ok && len(r.Restrict([]int{0})) > 0 {
		return []*engine.Table{sited(square(blobs)), sited(square(grid))}
	}
	all := []*engine.Table{blobs, grid}
	if s.Role == engine.PrepareRole {
		patchy := enginetest.Blobs(60).Table
		patchy.Name = "patchy"
		for i := range 12 {
			patchy.X.Set(i*5, 2, math.NaN())
		}
		for i := range 60 {
			patchy.X.Set(i, 1, float64(i*i%3))
		}
		patchy.Columns[1].Levels = []string{"red", "green", "blue"}
		all = append(all, patchy)
	}
	for _, t := range all {
		sited(t)
	}
	return all
}

// sited gives the table places aside: two numbers of each row.
func sited(t *engine.Table) *engine.Table {
	t.Aside = engine.Aside{X: mat.NewDense(t.Len(), 2, nil), Columns: []engine.Column{{Name: "lat"}, {Name: "long"}}}
	for i := range t.Len() {
		t.Aside.X.SetRow(i, []float64{float64(i % 8), float64(i / 8)})
	}
	return t
}

// resited has held rows elsewhere by their columns aside.
func resited(t *engine.Table, f engine.Fold) *engine.Table {
	other := *t
	if other.Aside.X == nil {
		return t
	}
	other.Aside.X = mat.DenseCopyOf(t.Aside.X)
	for _, r := range f.Held {
		other.Aside.X.SetRow(r, []float64{float64(100 - r), float64(r * r)})
	}
	return &other
}

// square makes a table of the distances of its rows.
func square(t *engine.Table) *engine.Table {
	n := t.Len()
	d, s := engine.Euclidean(t.X), *t
	s.X, s.Columns = mat.NewDense(n, n, nil), make([]engine.Column, n)
	for i := range n {
		d.Row(s.X.RawRowView(i), i)
		s.Columns[i].Name = fmt.Sprint(i)
	}
	return &s
}

// apart is a fold whose held rows are scattered over the table.
func apart(t *engine.Table) engine.Fold {
	var f engine.Fold
	for i := range t.Len() {
		if i*i%7 == 2 {
			f.Held = append(f.Held, i)
		} else {
			f.Train = append(f.Train, i)
		}
	}
	return f
}

// relabelled gives each held row the label of another.
func relabelled(t *engine.Table, f engine.Fold) *engine.Table {
	from := make([]int, t.Len())
	for i := range from {
		from[i] = i
	}
	for i, r := range f.Held {
		from[r] = f.Held[(i+1)%len(f.Held)]
	}
	other := *t
	other.Target = t.Target.Take(from)
	return &other
}

// moved has held rows elsewhere, and on other levels; where columns are rows,
// those too, since dissimilarities go both ways.
func moved(t *engine.Table, f engine.Fold) *engine.Table {
	other := *t
	other.X = mat.DenseCopyOf(t.X)
	n, d := t.X.Dims()
	for _, r := range f.Held {
		for c := range d {
			v := 10*t.X.At(r, c) + 3
			if levels := t.Columns[c].Levels; levels != nil {
				v = math.Mod(t.X.At(r, c)+1, float64(len(levels)))
			}
			if n == d && r == c {
				v = 0
			}
			other.X.Set(r, c, v)
			if n == d {
				other.X.Set(c, r, v)
			}
		}
	}
	return &other
}

// learned is everything that a pipeline learns on a fold, to the bit.
func learned(t *testing.T, table *engine.Table, f engine.Fold, build func(*engine.Table) []engine.Method, change ...func(engine.Pipeline) (engine.Pipeline, error)) ([]uint64, error) {
	t.Helper()
	p := engine.Pipe(append([]engine.Method{given{table}, folded{f}}, build(table)...)...)
	for _, c := range change {
		var err error
		if p, err = c(p); err != nil {
			t.Fatal(err)
		}
		p.Steps = append(p.Steps, stageNamed(t, "accuracy"))
	}
	report, err := evaluate.Run(t.Context(), p, evaluate.Environment{})
	if err != nil {
		return nil, err
	}
	b := bits{t: t}
	b.run(report.Runs[0], table.X.Slice(0, 1, 0, len(table.Columns)).(*mat.Dense))
	if tuning := report.Tuning; tuning != nil {
		b.add(float64(tuning.Chosen[0].Setting))
		for _, scores := range tuning.Chosen[0].Scores {
			b.add(scores...)
		}
	}
	return b.all, nil
}

// bits gathers numbers to the bit.
type bits struct {
	t   *testing.T
	all []uint64
}

func (b *bits) add(values ...float64) {
	for _, v := range values {
		b.all = append(b.all, math.Float64bits(v))
	}
}

func (b *bits) matrix(x *mat.Dense) {
	if x == nil {
		return
	}
	n, _ := x.Dims()
	for i := range n {
		b.add(x.RawRowView(i)...)
	}
}

func (b *bits) distances(d engine.Distances) {
	if d == nil {
		return
	}
	row := make([]float64, d.Len())
	for i := range row {
		d.Row(row, i)
		b.add(row...)
	}
}

// run gathers what a run has learned: what became of its training rows, and
// what would become of a probe, a row of the training part.
func (b *bits) run(r *engine.Run, probe *mat.Dense) {
	ctx := b.t.Context()
	b.matrix(r.Train.X)
	b.distances(r.Train.Distances)
	if e := r.Embedding; e != nil {
		b.matrix(e.Y)
		b.add(e.Spectrum...)
		if e.Scree != nil {
			spectrum, err := e.Scree.Spectrum(ctx)
			if err != nil {
				b.t.Fatal(err)
			}
			residual, err := e.Scree.Residual(ctx)
			if err != nil {
				b.t.Fatal(err)
			}
			b.add(spectrum...)
			b.add(residual...)
		}
		b.distances(e.Target)
		if e.Graph != nil {
			b.add(e.Graph.Length...)
		}
	}
	mapped, err := r.Remapped(ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	b.matrix(mapped)
	if r.Embedding == nil || r.Extension != nil {
		if places, err := newrows.Place(ctx, r, probe); err == nil {
			b.matrix(places)
		}
	}
	if r.Predictor == nil {
		return
	}
	rows, _ := r.Labelled()
	at := rows.X
	if r.Embedding != nil {
		at = r.Embedding.Y
	}
	n, _ := at.Dims()
	said := make([]float64, n)
	if err := r.Predictor.Predict(ctx, said, at); err != nil {
		b.t.Fatal(err)
	}
	b.add(said...)
}

// given is the source of a table that is there.
type given struct{ table *engine.Table }

func (given) Params(*engine.Params) {}

func (g given) Load(context.Context) (*engine.Table, error) { return g.table, nil }

// folded is a protocol of one given fold, which chooses as holdout does.
type folded struct{ fold engine.Fold }

func (folded) Params(*engine.Params) {}

func (f folded) Split(context.Context, *engine.Table) ([]engine.Fold, error) {
	return []engine.Fold{f.fold}, nil
}

func (folded) Inner() engine.Protocol { return made(&protocol.Holdout{}).Inner() }

func (folded) Choosing() engine.Choosing { return made(&protocol.Holdout{}).Choosing() }

// made returns a method with the language's defaults.
func made[M engine.Method](m M) M {
	engine.SetDefaults(m)
	return m
}

// stageNamed is a step of the catalogue with its defaults.
func stageNamed(t *testing.T, name string) engine.Step {
	t.Helper()
	s, ok := stdlib.Catalogue().Lookup(name)
	if !ok {
		t.Fatalf("no stage %s", name)
	}
	return engine.Step{Stage: s, Method: s.Make()}
}
