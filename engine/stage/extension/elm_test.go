package extension

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// networkOf prepares a network as ELM does.
func networkOf(t *testing.T, m *ELM, x, y *mat.Dense) *network {
	t.Helper()
	net, err := m.network(engine.Sample{X: x}, &engine.Embedding{Y: y})
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// solved are the coefficients for neurons that are given.
func solved(t *testing.T, net *network, m *neurons) *mat.Dense {
	t.Helper()
	whole, rows := net.sums(), make([]int, net.places.len())
	for i := range rows {
		rows[i] = i
	}
	if err := net.sum(t.Context(), whole, m, rows, parallel.Count(t.Context(), "neurons", len(rows))); err != nil {
		t.Fatal(err)
	}
	b, err := whole.solve(t.Context(), m.values(), net.ridge)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestELMAgreesWithNumPy: for neurons that are given, all ridges.
func TestELMAgreesWithNumPy(t *testing.T) {
	of := func(name string) *mat.Dense { return referenceIn(t, "testdata/elm.json", name) }
	x, y, weights, bias := of("train"), of("placed"), of("weights"), of("bias")
	for _, constant := range []string{"yes", "no"} {
		for _, ridge := range []float64{1e-4, 1e-6, 1e-9, 0} {
			net := networkOf(t, &ELM{Neurons: 12, Ridge: ridge, Constant: constant}, x, y)
			m := &neurons{net.standard, weights, bias.RawRowView(0), net.constant}
			name := fmt.Sprintf("constant=%s ridge=%g", constant, ridge)
			near(t, name, images(t, newNetworkMap(m, solved(t, net, m), net.places), of("held")), of(name), 1e-9)
		}
	}
}

// TestThreeNeurons is a worked example with numbers of an independent program:
// the pseudo-inverse of three given neurons of columns as they are.
func TestThreeNeurons(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{0, 0, 1, 0, 1, 1, 5, 0, 6, 0, 6, 2})
	y := mat.NewDense(6, 1, nil)
	for i := range 6 {
		y.Set(i, 0, x.At(i, 0)-2*x.At(i, 1))
	}
	net := networkOf(t, &ELM{Neurons: 3, Constant: "no"}, x, y)
	net.standard = standard{columns: []int{0, 1}, mean: []float64{0, 0}, deviation: []float64{1, 1}}
	m := &neurons{net.standard, mat.NewDense(2, 3, []float64{.5, -.4, .1, .3, .8, -.6}), []float64{.1, -.2, .3}, 0}
	b := solved(t, net, m)
	image := newNetworkMap(m, b, net.places) // in the unit of y from here on
	near(t, "coefficients", b, mat.NewDense(3, 1, []float64{2.6560738959, -10.0727331299, 5.3550478917}), 1e-9)
	var left, all float64
	got := images(t, image, x)
	for i := range 6 {
		left += math.Pow(y.At(i, 0)-got.At(i, 0), 2)
		all += math.Pow(y.At(i, 0)-mat.Sum(y)/6, 2)
	}
	if r2 := 1 - left/all; math.Abs(r2-.9907669618966906) > 1e-12 {
		t.Errorf("R² is %v", r2)
	}
}

// TestSigmoid: neurons are 1/(1 + e⁻ᵘ), also where that overflows.
func TestSigmoid(t *testing.T) {
	of := standard{columns: []int{0}, mean: []float64{0}, deviation: []float64{1}}
	m := &neurons{of, mat.NewDense(1, 9, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}), []float64{0, -0.5, 0.5, -3, 3, -40, 40, -1e4, 1e4}, 1}
	h := make([]float64, 10)
	m.fill(h, m.workspace(), []float64{0})
	for j, u := range m.bias {
		if want := 1 / (1 + math.Exp(-u)); math.Abs(h[1+j]-want) > 2e-16 {
			t.Errorf("s(%v) = %v, want %v", u, h[1+j], want)
		}
	}
	if h[0] != 1 {
		t.Errorf("the constant is %v", h[0])
	}
}

// TestHeldRowsAreHeld: errors on held rows are those of fits to the other rows
// alone, value by value, by products and by triangles, for all counts.
func TestHeldRowsAreHeld(t *testing.T) {
	x, y := cloud(1, 90, 3), cloud(2, 90, 2)
	for _, ridge := range []float64{1e-3, 1e-9} {
		net := networkOf(t, &ELM{Ridge: ridge}, x, y)
		d, err := net.take(t.Context(), random.New(1, "draw"), parallel.Count(t.Context(), "", 1))
		if err != nil {
			t.Fatal(err)
		}
		for c, count := range net.counts {
			few, misfit := d.neurons.first(count), 0.0
			for f, held := range net.folds {
				others := slices.Concat(slices.Delete(slices.Clone(net.folds), f, f+1)...)
				alone := *net
				alone.x, alone.places.y = rowsOf(x, others), rowsOf(y, others)
				alone.counts = []int{count}
				got := images(t, newNetworkMap(few, solved(t, &alone, few), net.places), rowsOf(x, held))
				got.Sub(got, rowsOf(y, held))
				misfit += math.Pow(mat.Norm(got, 2)/net.places.unit, 2)
			}
			if math.Abs(d.misfits[c]/misfit-1) > 1e-7 {
				t.Errorf("ridge %g: %d neurons miss held rows by %v, want %v", ridge, count, d.misfits[c], misfit)
			}
		}
	}
}

// TestManyBlocks: rows of several blocks and waves have the map of one system.
func TestManyBlocks(t *testing.T) {
	n := 2*passRows*16 + 77
	x, y := cloud(1, n, 2), cloud(2, n, 1)
	m := &ELM{Neurons: 7, Ridge: 1e-6, Constant: "yes"}
	net := networkOf(t, m, x, y)
	few := drawNeurons(net.standard, 7, 1, random.New(1, "draw"))
	h, z := mat.NewDense(n, 8, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		few.fill(h.RawRowView(i), few.workspace(), x.RawRowView(i))
		net.places.fill(z.RawRowView(i), i)
	}
	var normal, right, want mat.Dense
	normal.Mul(h.T(), h)
	right.Mul(h.T(), z)
	rho := 1e-6 * mat.Trace(&normal) / 8
	for i := range 8 {
		normal.Set(i, i, normal.At(i, i)+rho)
	}
	if err := want.Solve(&normal, &right); err != nil {
		t.Fatal(err)
	}
	near(t, "by products", solved(t, net, few), &want, 1e-9)
	net.ridge = 1e-10
	triangles := &triangles{values: 8, size: 9}
	if err := triangles.add(t.Context(), slices.Concat(rowsBeside(h, z)...), n); err != nil {
		t.Fatal(err)
	}
	b, err := triangles.solve(t.Context(), 8, net.ridge)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "by triangles", solved(t, net, few), b, 1e-9)
}

// rowsBeside are the rows of two matrices, each beside its other.
func rowsBeside(a, b *mat.Dense) [][]float64 {
	n, _ := a.Dims()
	rows := make([][]float64, n)
	for i := range n {
		rows[i] = slices.Concat(a.RawRowView(i), b.RawRowView(i))
	}
	return rows
}

// TestELMHasNoUnits: a column in another unit, from another zero, changes nothing,
// nor does one that does not vary; images are in the units of places.
func TestELMHasNoUnits(t *testing.T) {
	if testing.Short() {
		t.Skip("long: learns many nets")
	}
	x, y := cloud(1, 120, 3), cloud(2, 120, 2)
	probe := cloud(3, 20, 3)
	turn := func(x *mat.Dense) *mat.Dense {
		n, _ := x.Dims()
		moved := mat.NewDense(n, 4, nil)
		for i := range n {
			r := x.RawRowView(i)
			moved.SetRow(i, []float64{7*r[0] + 50, r[1] / 1000, 4, r[2] - 2})
		}
		return moved
	}
	moved := mat.DenseCopyOf(y)
	moved.Apply(func(_, k int, v float64) float64 { return 1e5*v + 3e6*float64(k) }, y)
	for _, ridge := range []float64{1e-4, 0} {
		m := &ELM{Ridge: ridge, Constant: "yes", Draws: 3}
		want := images(t, learned(t, m, x, &engine.Embedding{Y: y}), probe)
		got := images(t, learned(t, m, turn(x), &engine.Embedding{Y: moved}), turn(probe))
		got.Apply(func(_, k int, v float64) float64 { return (v - 3e6*float64(k)) / 1e5 }, got)
		near(t, fmt.Sprintf("ridge %g", ridge), got, want, 1e-6)
	}
}

// TestAsManyNeuronsAsRows: the pseudo-inverse then goes through all places, which is
// why rows that were learned from tell nothing of the map.
func TestAsManyNeuronsAsRows(t *testing.T) {
	x, y := cloud(1, 12, 6), cloud(2, 12, 2)
	ctx, notes := engine.WithNotes(t.Context(), "elm")
	e, err := (&ELM{Neurons: 12, Draws: 1}).Extend(ctx, engine.Sample{X: x}, &engine.Embedding{Y: y})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "training rows", images(t, e, x), y, 1e-6)
	var r2 float64
	if _, err := fmt.Sscanf(notes()[0].Text, "12 neurons: R² of each of 5 folds of the training rows without it is %f by one draw", &r2); err != nil || r2 > 0.5 {
		t.Errorf("%v: R² of noise on rows that it has not seen is %v (%v)", notes(), r2, err)
	}
}

// TestELMChooses: the note tells how many neurons, how draws spread, and which is
// taken; that one is no worse than the median.
func TestELMChooses(t *testing.T) {
	x := cloud(1, 300, 2)
	y := mat.NewDense(300, 1, nil)
	for i := range 300 {
		y.Set(i, 0, math.Sin(x.At(i, 0))*x.At(i, 1))
	}
	ctx, notes := engine.WithNotes(t.Context(), "elm")
	if _, err := (&ELM{Ridge: 1e-4, Constant: "yes"}).Extend(ctx, engine.Sample{X: x}, &engine.Embedding{Y: y}); err != nil {
		t.Fatal(err)
	}
	said := notes()
	form := regexp.MustCompile(`^neurons = auto, which 0 stands for, is (\d+): R² of each of 5 folds of the training rows without it is (0\.\d{4}) in the median of (\d+) draws of the weights, from (0\.\d{4}) to (0\.\d{4}); draw \d+, the best, is the map$`)
	if len(said) != 1 || !form.MatchString(said[0].Text) {
		t.Fatalf("remarks are %v", said)
	}
	var count, draws int
	var median, low, high float64
	if _, err := fmt.Sscan(strings.Join(form.FindStringSubmatch(said[0].Text)[1:], " "), &count, &median, &draws, &low, &high); err != nil {
		t.Fatal(err)
	}
	if count < 40 || draws%2 == 0 || !(low < median && median < high && median > 0.9) {
		t.Errorf("%d neurons, R² %v to %v, median %v of %d draws", count, low, high, median, draws)
	}
}

// TestFewestOfEqual: of counts and draws that are equal the first is chosen.
func TestFewestOfEqual(t *testing.T) {
	net := &network{counts: []int{5, 10, 20}, places: places{total: 10}}
	best := net.choose([]*draw{{misfits: []float64{4, 2, 2}}, {misfits: []float64{5, 1, 1}}, {misfits: []float64{6, 1, 1}}})
	if best.count != 1 || best.draw != 1 || !slices.Equal(best.r2, []float64{0.8, 0.9, 0.9}) {
		t.Errorf("chose %+v", best)
	}
}

// TestDrawsByCost: few rows have 25 draws, a million has one, always an odd number,
// and more rows never have more.
func TestDrawsByCost(t *testing.T) {
	for _, ridge := range []float64{1e-4, 0} {
		last := 25
		for _, n := range []int{20, 200, 2000, 20_000, 200_000, 2_000_000} {
			counts, err := (&ELM{}).counts(n)
			if err != nil {
				t.Fatal(err)
			}
			draws := usualDraws(n, 20, counts[len(counts)-1]+3, counts, ridge)
			if draws < 1 || draws > last || draws%2 == 0 {
				t.Errorf("%d rows have %d draws, fewer have %d", n, draws, last)
			}
			last = draws
		}
		if last != 1 {
			t.Errorf("ridge %g: very many rows have %d draws", ridge, last)
		}
	}
}

// TestNeuronsThatDependOnEachOther: products cannot tell them apart without a ridge.
func TestNeuronsThatDependOnEachOther(t *testing.T) {
	s := &products{values: 2, size: 3, of: []float64{1, 1, 1, 0, 1, 1, 0, 0, 1}}
	_, err := s.solve(t.Context(), 2, 0)
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "ridge" || e.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}

// TestFarRowsStayNear: neurons saturate.
func TestFarRowsStayNear(t *testing.T) {
	x, y := cloud(1, 100, 2), cloud(2, 100, 2)
	far := cloud(3, 50, 2)
	far.Scale(1e140, far)
	got := images(t, learned(t, &ELM{Neurons: 10, Ridge: 1e-3, Draws: 1}, x, &engine.Embedding{Y: y}), far)
	if largest := max(mat.Max(got), -mat.Min(got)); !(largest < 100) {
		t.Errorf("images reach %v", largest)
	}
}

// TestELMClaimsMemory: products that have no room are refused.
func TestELMClaimsMemory(t *testing.T) {
	_, err := (&ELM{Neurons: 40}).Extend(memory.Limited(t.Context(), 1000), engine.Sample{X: cloud(8, 50, 2)}, &engine.Embedding{Y: cloud(9, 50, 2)})
	var e *engine.Error
	if !errors.As(err, &e) || !strings.Contains(e.Error(), "products of 40 neurons") || e.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}

// TestELMHasTheSameBits: at any GOMAXPROCS.
func TestELMHasTheSameBits(t *testing.T) {
	x, y, held := cloud(1, 3000, 4), cloud(2, 3000, 2), cloud(3, 50, 4)
	for _, m := range []*ELM{{Ridge: 1e-4, Constant: "yes", Draws: 3}, {Neurons: 30, Draws: 3}} {
		var first *mat.Dense
		for _, procs := range []int{1, 3, 8} {
			before := runtime.GOMAXPROCS(procs)
			got := images(t, learned(t, m, x, &engine.Embedding{Y: y}), held)
			runtime.GOMAXPROCS(before)
			if first == nil {
				first = got
			}
			if !mat.Equal(got, first) {
				t.Errorf("ridge %g: other bits on %d processors", m.Ridge, procs)
			}
		}
	}
}
