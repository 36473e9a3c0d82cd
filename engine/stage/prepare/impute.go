package prepare

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "impute",
		Summary:  "fills missing cells with the mean, median or mode of the training rows",
		Formula:  "NaN ↦ x̄, median x or mode x of its column",
		Citation: "Little, Rubin 2019, doi:10.1002/9781119482260",
		Aliases:  []string{"imputer", "simpleimputer", "fillna"},
		Near:     []string{"knnimputer", "mice", "missforest"},
		Examples: []string{`waveform(n=300) | impute(by="median") | pca`},
	}, func() *Impute { return new(Impute) })
}

// The ways to fill a cell.
const (
	ByMean   = "mean"
	ByMedian = "median"
	ByMost   = "most"
)

// Impute fills each missing cell (NaN) with one value for its column, learned
// from the training rows where it is present: the mean, the median, which is
// the mean of the middle two of an even number, or the most frequent value,
// of equally frequent ones the smallest. Categorical columns always take their
// most frequent level. Other cells stay as they are; X n×d → n×d.
//
// It fails on infinite values, and on a column without any value in the
// training rows. It takes O(nd log n) time; nothing is random.
//
// One value for all hides what is not known: distances between filled rows
// come out too small (Little, Rubin 2019, Statistical Analysis with Missing
// Data, doi:10.1002/9781119482260).
type Impute struct {
	By string // ByMean, ByMedian or ByMost
}

// Params declares the parameters.
func (m *Impute) Params(p *engine.Params) {
	p.Text(&m.By, "by", ByMean, engine.OneOf(ByMean, ByMedian, ByMost), "what a missing number becomes; levels become the most frequent one")
}

// Prepare learns the values.
func (m *Impute) Prepare(_ context.Context, s engine.Sample) (*engine.Transform, error) {
	columns := columnsOf(s)
	fills := make(filler, len(columns))
	for c, column := range columns {
		values, err := presentValues(s, c, column.Name)
		if err != nil {
			return nil, err
		}
		slices.Sort(values)
		switch {
		case column.Levels != nil || m.By == ByMost:
			fills[c] = mode(values)
		case m.By == ByMedian:
			fills[c] = median(values)
		default:
			fills[c] = columnRangeOf(mat.NewDense(len(values), 1, values), 0).mean
		}
	}
	return &engine.Transform{Map: fills, Columns: columns}, nil
}

// presentValues returns the values of column c that are not missing.
func presentValues(s engine.Sample, c int, name string) ([]float64, error) {
	var values []float64
	for r := range s.Len() {
		v := s.X.At(r, c)
		if math.IsInf(v, 0) {
			return nil, &engine.Error{Cause: fmt.Sprintf("row %d, column %q is %v, which is not a missing value", check.Row(s, r), name, v), Remedy: remedy.Say("mend the value").Or(remedy.Load("leave the column out", "features", "-"+name))}
		}
		if !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if values == nil {
		return nil, &engine.Error{Cause: fmt.Sprintf("column %s has no value in the %d training rows", name, s.Len()), Remedy: remedy.Load("leave the column out", "features", "-"+name)}
	}
	return values, nil
}

// median returns the middle of ascending values.
func median(values []float64) float64 {
	half := len(values) / 2
	if len(values)%2 == 1 {
		return values[half]
	}
	return values[half-1] + float64((values[half]-values[half-1])/2)
}

// mode returns the most frequent of ascending values, of several the smallest.
func mode(values []float64) float64 {
	most, run, best := 0, 0, values[0]
	for i, v := range values {
		if run++; i > 0 && v != values[i-1] {
			run = 1
		}
		if run > most {
			most, best = run, v
		}
	}
	return best
}

// filler is the map that puts the value of its column into each missing cell.
type filler []float64

func init() { codec.Register[filler]("filler", 1) }

// Fields tells the values.
func (f *filler) Fields(fields *codec.Fields) {
	fields.Floats("values", (*[]float64)(f))
	fields.Check(len(*f) == fields.Columns(), "values for %d columns of %d", len(*f), fields.Columns())
}

func (f filler) Dim() int { return len(f) }

func (f filler) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for r := range n {
		if r%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		to := dst.RawRowView(r)
		for c, v := range x.RawRowView(r) {
			if to[c] = v; math.IsNaN(v) {
				to[c] = f[c]
			}
		}
	}
	return nil
}
