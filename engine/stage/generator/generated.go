// Package generator makes synthetic tables whose shape is known: rolls, spheres,
// waves, parities. Each is a source of the language, one in a file, which names
// its columns and what is to be learned, and gives the same bits for the same
// seed. It imports the vocabulary of the engine and its random streams. Start at
// [Waveform].
package generator

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

// generated completes the table of a generator: x with the names of its
// columns, and what is to be learned of its rows.
func generated(m engine.Source, x *mat.Dense, columns []string, target engine.Target) *engine.Table {
	step := engine.Pipe(m).Steps[0]
	return Assemble(step.Name(), step.String(), x, NumericColumns(columns), target)
}

// Assemble makes a table whose rows are numbered in order and whose checksum
// is that of its values.
func Assemble(name, source string, x *mat.Dense, columns []engine.Column, target engine.Target) *engine.Table {
	n, _ := x.Dims()
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return &engine.Table{Name: name, Source: source, SHA256: Checksum(x, target), X: x, Columns: columns, Target: target, Rows: rows}
}

// NumericColumns returns columns of the given names, without levels.
func NumericColumns(names []string) []engine.Column {
	columns := make([]engine.Column, len(names))
	for i, name := range names {
		columns[i].Name = name
	}
	return columns
}

// placed gives a table the flat coordinates of its rows, aside: what is judged by them
// names them.
func placed(t *engine.Table, x *mat.Dense, names ...string) *engine.Table {
	t.Aside = engine.Aside{X: x, Columns: NumericColumns(names)}
	return t
}

// Checksum is the SHA-256 of the values: each row's columns, then its class
// number, then its responses, as float64 in little-endian order.
func Checksum(x *mat.Dense, target engine.Target) string {
	hash := sha256.New()
	n, d := x.Dims()
	row := make([]byte, 0, 8*(d+2))
	add := func(v float64) { row = binary.LittleEndian.AppendUint64(row, math.Float64bits(v)) }
	for i := range n {
		row = row[:0]
		for _, v := range x.RawRowView(i) {
			add(v)
		}
		if target.Labels != nil {
			add(float64(target.Labels[i]))
		}
		if target.Response != nil {
			for _, v := range target.Response.RawRowView(i) {
				add(v)
			}
		}
		hash.Write(row)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// blur adds noise from N(0, sd²) to every value. Without noise nothing is
// drawn.
func blur(ctx context.Context, x *mat.Dense, sd float64, stream *random.Stream) error {
	if sd == 0 {
		return nil
	}
	n, _ := x.Dims()
	return eachRow(ctx, n, func(i int) {
		row := x.RawRowView(i)
		for j := range row {
			row[j] += float64(sd * stream.Normal())
		}
	})
}

// space returns an n×d matrix to be filled, if there is memory for it.
func space(ctx context.Context, n, d int) (*mat.Dense, error) {
	bytes := uint64(math.MaxUint64)
	if n <= math.MaxInt/16/(d+1) {
		bytes = 8 * uint64(n) * uint64(d+1)
	}
	if err := memory.Claim(ctx, bytes, fmt.Sprintf("a table of %d rows and %d columns", n, d), remedy.Reduce("n")); err != nil {
		return nil, err
	}
	return mat.NewDense(n, d, nil), nil
}

// eachRow calls fill for rows 0 to n−1, in order, until ctx is done.
func eachRow(ctx context.Context, n int, fill func(i int)) error {
	for i := range n {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		fill(i)
	}
	return nil
}

// ClassTarget is the target of rows with the given class numbers. Classes
// that no row has are left out.
func ClassTarget(label string, labels []int, names ...string) engine.Target {
	present := make([]bool, len(names))
	for _, l := range labels {
		present[l] = true
	}
	target := engine.Target{Label: label, Labels: labels}
	number := make([]int, len(names))
	for i, name := range names {
		number[i] = len(target.Classes)
		if present[i] {
			target.Classes = append(target.Classes, name)
		}
	}
	for i, l := range labels {
		labels[i] = number[l]
	}
	return target
}

// ResponseTarget is the target of rows with one response.
func ResponseTarget(label string, values []float64) engine.Target {
	return ResponsesTarget(mat.NewDense(len(values), 1, values), []string{label})
}

// ResponsesTarget is the target of rows with a response in each column of y.
func ResponsesTarget(y *mat.Dense, names []string) engine.Target {
	target := engine.Target{Response: y}
	target.Label, target.Responses = Called(names)
	return target
}

// Called returns what a target of the named responses says of them: the names
// together, and where they are several each.
func Called(names []string) (label string, each []string) {
	if len(names) > 1 {
		each = names
	}
	return strings.Join(names, ", "), each
}

// Numbered names d columns by a word and their numbers: x1, x2, ...
func Numbered(word string, d int) []string {
	names := make([]string, d)
	for i := range names {
		names[i] = fmt.Sprintf("%s%d", word, i+1)
	}
	return names
}

var family engine.Family

func declare[M engine.Source](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.SourceRole, s, make)
}

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

// Names returns the names of the generators in their order.
func Names() []string {
	var names []string
	for _, s := range family.Stages() {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return names
}

// Named returns the generator of the given name.
func Named(name string) (engine.Source, bool) {
	for _, s := range family.Stages() {
		if s.Name == name {
			return s.New().(engine.Source), true
		}
	}
	return nil, false
}
