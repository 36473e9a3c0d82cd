package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
	"unfold/engine/stage/dataset"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
)

// A rowset is what a line works on: arrays by name, and the settings of its
// task that follow from them.
type rowset struct {
	arrays   map[string]*mat.Dense
	settings settings
}

// files writes the arrays to files in a folder, for both sides to read.
func (r rowset) files(folder string) (map[string]string, error) {
	paths := map[string]string{}
	for name, a := range r.arrays {
		paths[name] = filepath.Join(folder, name+".npy")
		if err := writeArray(paths[name], a); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// drawWaveform are n rows of the three waves.
func drawWaveform(ctx context.Context, n int) (*engine.Table, error) {
	source := withDefaults(&generator.Waveform{})
	source.N = n
	return source.Load(ctx)
}

// loadFile are the rows of a data set in a file.
func loadFile(ctx context.Context, name string) (*engine.Table, error) {
	source := withDefaults(&dataset.Load{})
	source.Path = name
	return source.Load(ctx)
}

// roll makes points of the rolled sheet, and their places on it.
func roll(ctx context.Context, n int) (rowset, error) {
	source := withDefaults(&generator.SwissRoll{})
	source.N = n
	t, err := source.Load(ctx)
	if err != nil {
		return rowset{}, err
	}
	sheet := mat.NewDense(n, 2, nil)
	for i, way := range t.Truth() {
		sheet.SetRow(i, []float64{way, t.X.At(i, 1)})
	}
	return rowset{arrays: map[string]*mat.Dense{"x": t.X, "sheet": sheet}}, nil
}

// halvedRoll is the rolled sheet in two classes, cut across.
func halvedRoll(n int) func(ctx context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		in, err := roll(ctx, n)
		if err != nil {
			return in, err
		}
		way, classes := mat.Col(nil, 0, in.arrays["sheet"]), mat.NewDense(n, 1, nil)
		half := slices.Sorted(slices.Values(way))[n/2]
		for i, v := range way {
			if v < half {
				classes.Set(i, 0, 1)
			}
		}
		in.arrays["y"] = classes
		return in, nil
	}
}

// noise makes rows of independent normal numbers.
func noise(ctx context.Context, n, d int) (rowset, error) {
	x := mat.NewDense(n, d, nil)
	stream := random.New(1, "noise")
	for i := range n {
		if i%65536 == 0 && ctx.Err() != nil {
			return rowset{}, ctx.Err()
		}
		row := x.RawRowView(i)
		for c := range row {
			row[c] = stream.Normal()
		}
	}
	return rowset{arrays: map[string]*mat.Dense{"x": x}}, nil
}

// waves makes rows of the three waves, in columns of standard deviation 1,
// and their classes.
func waves(ctx context.Context, n int) (rowset, error) {
	t, err := drawWaveform(ctx, n)
	if err != nil {
		return rowset{}, err
	}
	return withClasses(ctx, t)
}

// withClasses returns the rows of a table with its classes, scaled.
func withClasses(ctx context.Context, t *engine.Table) (rowset, error) {
	s := engine.Sample{X: t.X, Columns: t.Columns, Target: t.Target}
	transform, err := withDefaults(&prepare.Scale{}).Prepare(ctx, s)
	if err != nil {
		return rowset{}, err
	}
	x := mat.NewDense(t.Len(), transform.Dim(), nil)
	if err := transform.Apply(ctx, x, t.X); err != nil {
		return rowset{}, err
	}
	return rowset{arrays: map[string]*mat.Dense{"x": x, "y": mat.NewDense(t.Len(), 1, t.Truth())}}, nil
}

// split parts rows in those to learn from and the last ones, to test with.
func (r rowset) split(train int) rowset {
	x, y := r.arrays["x"], r.arrays["y"]
	n, d := x.Dims()
	_, outputs := y.Dims()
	arrays := map[string]*mat.Dense{
		"x":     mat.DenseCopyOf(x.Slice(0, train, 0, d)),
		"y":     mat.DenseCopyOf(y.Slice(0, train, 0, outputs)),
		"test":  mat.DenseCopyOf(x.Slice(train, n, 0, d)),
		"truth": mat.DenseCopyOf(y.Slice(train, n, 0, outputs)),
	}
	return rowset{arrays: arrays, settings: r.settings}
}

// letters are the 20,000 letters of UCI, 16,000 to learn from.
func letters(ctx context.Context) (rowset, error) {
	t, err := loadFile(ctx, "letter")
	if err != nil {
		return rowset{}, fmt.Errorf("letter.csv is needed, set UNFOLD_DATA to its folder: %w", err)
	}
	all, err := withClasses(ctx, t)
	if err != nil || t.Len() <= 16000 {
		return rowset{}, err
	}
	return all.split(16000), nil
}

// waveform is the distributed file where it is there, else 5,000 rows by the
// same law, with the divisions of a protocol.
func waveform(ctx context.Context, p engine.Protocol) (rowset, error) {
	t, err := loadFile(ctx, "waveform")
	if err != nil {
		if t, err = withDefaults(&generator.Waveform{}).Load(ctx); err != nil {
			return rowset{}, err
		}
	}
	divided, err := p.Split(ctx, t)
	if err != nil {
		return rowset{}, err
	}
	return rowset{arrays: map[string]*mat.Dense{
		"x": t.X, "y": mat.NewDense(t.Len(), 1, t.Truth()), "held": heldColumns(t.Len(), divided),
	}}, nil
}

// heldColumns writes divisions as columns, with 1 for rows that are held.
func heldColumns(n int, divided []engine.Fold) *mat.Dense {
	held := mat.NewDense(n, len(divided), nil)
	for c, f := range divided {
		for _, i := range f.Held {
			held.Set(i, c, 1)
		}
	}
	return held
}

// fold returns k equal divisions of n rows, without regard to classes.
func fold(ctx context.Context, n, k int) (*mat.Dense, error) {
	divided, err := (&protocol.CV{K: k, Repeats: 1, Stratify: protocol.Unstratified, Seed: 1}).Split(ctx, &engine.Table{X: mat.NewDense(n, 1, nil)})
	return heldColumns(n, divided), err
}

// surfaces adds two smooth functions of the rows with a little noise, as
// targets of a regression.
func (r rowset) surfaces() rowset {
	x := r.arrays["x"]
	n, d := x.Dims()
	stream := random.New(1, "surfaces")
	y := mat.NewDense(n, 2, nil)
	for i := range n {
		var sum, square float64
		for _, v := range x.RawRowView(i) {
			sum += v
			square += float64(v * v)
		}
		y.SetRow(i, []float64{elementary.Sin(3*sum/float64(d)) + float64(0.1*stream.Normal()), elementary.Cos(3*square/float64(d)) + float64(0.1*stream.Normal())})
	}
	arrays := map[string]*mat.Dense{"x": x, "y": y}
	return rowset{arrays: arrays, settings: r.settings}
}

// components places rows by their first two principal components.
func components(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	pca := withDefaults(&embedding.PCA{})
	pca.Dim = 2
	e, err := pca.Embed(ctx, engine.Sample{X: x, Distances: engine.Euclidean(x)})
	if err != nil {
		return nil, err
	}
	return e.Y, nil
}
