package procrustes

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// scattered are n rows of p normal numbers.
func scattered(stream *random.Stream, n, p int) *mat.Dense {
	x := mat.NewDense(n, p, nil)
	for i := range n {
		for k := range p {
			x.Set(i, k, stream.Normal())
		}
	}
	return x
}

// moved is 3 x Q + (5, −2) with Q a turn by an angle, reflected where asked.
func moved(x *mat.Dense, angle float64, reflect bool) *mat.Dense {
	sin, cos := math.Sincos(angle)
	q := mat.NewDense(2, 2, []float64{cos, sin, -sin, cos})
	if reflect {
		q.Set(1, 0, sin)
		q.Set(1, 1, -cos)
	}
	var y mat.Dense
	y.Mul(x, q)
	y.Apply(func(_, k int, v float64) float64 { return 3*v + []float64{5, -2}[k] }, &y)
	return &y
}

// TestOntoUndoesMotions, whatever turn, reflection, scale and shift they are.
func TestOntoUndoesMotions(t *testing.T) {
	x := scattered(random.New(1, "onto"), 20, 2)
	for _, reflect := range []bool{false, true} {
		y := moved(x, 2.1, reflect)
		m, err := Onto(t.Context(), y, x)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]float64, 2)
		for i := range 20 {
			if m.Row(row, y.RawRowView(i)); math.Abs(row[0]-x.At(i, 0))+math.Abs(row[1]-x.At(i, 1)) > 1e-12 {
				t.Fatalf("row %d is moved to %v, was %v", i, row, x.RawRowView(i))
			}
		}
	}
}

// TestOntoIsBest: in the plane the best turn is an angle with a formula, that of the sum of
// y conj(t) as complex numbers; no reflection is better here, since the rows differ by
// little noise.
func TestOntoIsBest(t *testing.T) {
	stream := random.New(2, "onto")
	x, noise := scattered(stream, 30, 2), scattered(stream, 30, 2)
	y := moved(x, 0.7, false)
	noise.Scale(0.1, noise)
	y.Add(y, noise)
	var sum complex128
	var size float64
	cy, ct := centred(y), centred(x)
	for i := range 30 {
		sum += complex(cy[i][0], -cy[i][1]) * complex(ct[i][0], ct[i][1])
		size += cy[i][0]*cy[i][0] + cy[i][1]*cy[i][1]
	}
	m, err := Onto(t.Context(), y, x)
	if err != nil {
		t.Fatal(err)
	}
	a, b := real(sum)/size, imag(sum)/size
	for k, want := range []float64{a, b, -b, a} {
		if got := m.Turn.RawMatrix().Data[k]; math.Abs(got-want) > 1e-12 {
			t.Errorf("turn is %v, want %g %g", m.Turn.RawMatrix().Data, a, b)
		}
	}
}

func centred(x *mat.Dense) [][2]float64 {
	n, _ := x.Dims()
	mean := [2]float64{mat.Sum(x.ColView(0)) / float64(n), mat.Sum(x.ColView(1)) / float64(n)}
	out := make([][2]float64, n)
	for i := range n {
		out[i] = [2]float64{x.At(i, 0) - mean[0], x.At(i, 1) - mean[1]}
	}
	return out
}

// without are the numbers below n but for every third, from one on.
func without(n, from int) (rows []int) {
	for i := range n {
		if i%3 != from {
			rows = append(rows, i)
		}
	}
	return rows
}

func take(x *mat.Dense, rows []int) *mat.Dense {
	y := mat.NewDense(len(rows), 2, nil)
	for to, from := range rows {
		y.SetRow(to, x.RawRowView(from))
	}
	return y
}

// TestAlignFindsTheConsensus: parts of one configuration that were moved and lack a third
// of the rows each come to lie on each other, in the axes and the size of the first.
func TestAlignFindsTheConsensus(t *testing.T) {
	x := scattered(random.New(3, "align"), 30, 2)
	var of []Configuration
	for f := range 3 {
		y := x
		if f > 0 {
			y = moved(x, float64(f), f == 2)
		}
		rows := without(30, f)
		of = append(of, Configuration{rows, take(y, rows)})
	}
	a, err := Align(t.Context(), 31, of)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		for k := range 2 {
			if off := math.Abs(a.Consensus.At(i, k) - x.At(i, k)); off > 1e-9 {
				t.Fatalf("row %d is off by %g", i, off)
			}
		}
	}
	if !math.IsNaN(a.Consensus.At(30, 0)) {
		t.Error("a row that none has lies somewhere")
	}
	for f, m := range a.Moved {
		for at, row := range of[f].Rows {
			if math.Abs(m.At(at, 0)-x.At(row, 0)) > 1e-9 {
				t.Fatalf("configuration %d: row %d lies elsewhere", f, row)
			}
		}
	}
}

// TestAlignDoesNotShrink: noise pulls means together, and no round makes them smaller.
func TestAlignDoesNotShrink(t *testing.T) {
	stream := random.New(4, "align")
	x := scattered(stream, 40, 2)
	var of []Configuration
	for range 4 {
		noise := scattered(stream, 40, 2)
		noise.Add(noise, x)
		of = append(of, Configuration{without(40, 5), noise})
	}
	a, err := Align(t.Context(), 40, of)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := spread(a.Consensus), spread(of[0].Places); got < 0.5*want || got > want {
		t.Errorf("the consensus is spread by %g, the first by %g", got, want)
	}
}

// TestAlignRefusesStrangers: two configurations without a common row have no place to each
// other.
func TestAlignRefusesStrangers(t *testing.T) {
	x := scattered(random.New(5, "align"), 6, 2)
	_, err := Align(t.Context(), 6, []Configuration{{[]int{0, 1, 2}, take(x, []int{0, 1, 2})}, {[]int{2, 3, 4, 5}, take(x, []int{2, 3, 4, 5})}})
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}
