package codec_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
)

// leaf is a value behind an interface.
type leaf struct{ at int }

func (l *leaf) Fields(f *codec.Fields) {
	f.Int("at", &l.at)
	f.Check(l.at >= 0 && l.at < f.Columns(), "column %d of %d", l.at, f.Columns())
}

// tree has a field of every kind.
type tree struct {
	count    int
	share    float64
	limit    float64 // may be infinite
	on       bool
	name     string
	words    []string
	means    []float64
	cells    []float64 // may be missing
	singles  []float32
	places   []int
	wide     []int32
	narrow   []int8
	weights  *mat.Dense
	branches []leaf
	part     any
	inner    int
}

func (v *tree) Fields(f *codec.Fields) {
	f.Int("count", &v.count)
	f.Float("share", &v.share)
	f.Number("limit", &v.limit)
	f.Bool("on", &v.on)
	f.Text("name", &v.name)
	f.Texts("words", &v.words)
	f.Floats("means", &v.means)
	f.Numbers("cells", &v.cells)
	f.Float32s("singles", &v.singles)
	f.Ints("places", &v.places)
	codec.Indices(f, v.places, 9)
	f.Int32s("wide", &v.wide)
	f.Int8s("narrow", &v.narrow)
	f.Matrix("weights", &v.weights)
	codec.List(f, "branches", &v.branches, func(f *codec.Fields, l *leaf) { l.Fields(f) })
	codec.Value(f, "part", &v.part)
	f.Group("group", func(f *codec.Fields) { f.Int("inner", &v.inner) })
	f.Holds(v.count)
}

// stranger has no name in files, and deep stands in itself.
type (
	stranger struct{}
	deep     struct{ in any }
)

func (d *deep) Fields(f *codec.Fields) { codec.Value(f, "in", &d.in) }

func init() {
	codec.Register[*tree]("test.tree", 2)
	codec.Register[leaf]("test.leaf", 1)
	codec.Register[*deep]("test.deep", 1)
}

// full has something in every field.
func full() *tree {
	return &tree{
		count: -3, share: 0.1, limit: math.Inf(-1), on: true, name: "größe", words: []string{"", "b"},
		means: []float64{1, -0.5}, cells: []float64{math.NaN(), math.Copysign(0, -1)}, singles: []float32{1.5},
		places: []int{8, 0}, wide: []int32{-7}, narrow: []int8{-1, 1},
		weights:  mat.DenseCopyOf(mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}).Slice(0, 2, 1, 3)),
		branches: []leaf{{0}, {2}}, part: leaf{1}, inner: 5,
	}
}

// written are the bytes of a value, with its arrays where they belong.
func written(t *testing.T, v any, shape codec.Shape) (fields, arrays []byte, w *codec.Writer) {
	t.Helper()
	w = new(codec.Writer)
	if err := w.Write("it", v, shape); err != nil {
		t.Fatal(err)
	}
	for _, a := range w.Arrays {
		arrays = append(arrays, make([]byte, (codec.Align-len(arrays)%codec.Align)%codec.Align)...)
		arrays = append(arrays, a...)
	}
	return w.Fields, aligned(arrays), w
}

// aligned copies bytes to where numbers may begin.
func aligned(b []byte) []byte {
	words := make([]uint64, len(b)/8+1)
	room := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(b))
	copy(room, b)
	return room
}

// TestEveryKindComesBack to the bit, from bytes that begin where numbers may and from
// others.
func TestEveryKindComesBack(t *testing.T) {
	shape := codec.Shape{Columns: 3}
	fields, arrays, w := written(t, full(), shape)
	if held := w.Held; len(held) != 1 || held[0] != (codec.Held{Where: "it", Rows: -3}) {
		t.Errorf("it holds %v", held)
	}
	askew := append([]byte{0}, arrays...)[1:]
	for what, from := range map[string][]byte{"in place": arrays, "copied": askew} {
		in := codec.NewReader(fields, from)
		read, err := in.Read("it", shape)
		if err != nil || in.Close() != nil {
			t.Fatalf("%s: %v, %v", what, err, in.Close())
		}
		again, arraysAgain, _ := written(t, read, shape)
		if !bytes.Equal(again, fields) || !bytes.Equal(arraysAgain, arrays) {
			t.Errorf("%s: it is another when it is written again", what)
		}
		v := read.(*tree)
		if v.name != "größe" || !slices.Equal(v.words, []string{"", "b"}) || v.part != (leaf{1}) || v.weights.At(1, 1) != 6 || !math.IsNaN(v.cells[0]) || !math.Signbit(v.cells[1]) {
			t.Errorf("%s: it is %+v", what, v)
		}
	}
}

// TestArraysAreUsedWhereTheyAre, without a copy.
func TestArraysAreUsedWhereTheyAre(t *testing.T) {
	shape := codec.Shape{Columns: 3}
	fields, arrays, _ := written(t, full(), shape)
	read, err := codec.NewReader(fields, arrays).Read("it", shape)
	if err != nil {
		t.Fatal(err)
	}
	if means := read.(*tree).means; unsafe.Pointer(&means[0]) != unsafe.Pointer(&arrays[0]) {
		t.Error("the first array was copied")
	}
}

// TestFaultsAreNamed: what cannot be written is refused by where it stands, and so is what
// cannot be read.
func TestFaultsAreNamed(t *testing.T) {
	for want, change := range map[string]func(*tree){
		"it: share is NaN":                                  func(v *tree) { v.share = math.NaN() },
		"it: means holds +Inf at 1":                         func(v *tree) { v.means[1] = math.Inf(1) },
		"it: singles holds NaN":                             func(v *tree) { v.singles[0] = float32(math.NaN()) },
		"it: there is no place 9 among 9":                   func(v *tree) { v.places[0] = 9 },
		"it: weights is empty":                              func(v *tree) { v.weights = nil },
		"it.branches[1]: column 3 of 3":                     func(v *tree) { v.branches[1].at = 3 },
		"it.part: codec_test.stranger has no form in files": func(v *tree) { v.part = stranger{} },
	} {
		v := full()
		change(v)
		if err := new(codec.Writer).Write("it", v, codec.Shape{Columns: 3}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	fields, arrays, _ := written(t, full(), codec.Shape{Columns: 3})
	for want, c := range map[string]struct {
		from, to string
		columns  int
	}{
		"column 2 of 2":                          {"", "", 2},
		`"test.twig", which this program`:        {"test.leaf", "test.twig", 3},
		"of version 3, and this program knows 2": {"test.tree\x02", "test.tree\x03", 3},
		"of version 0":                           {"test.tree\x02", "test.tree\x00", 3},
		"share is not where it belongs":          {"share", "shore", 3},
		"neither true nor false":                 {"b\x02on\x01", "b\x02on\x02", 3},
		"more than there are bytes":              {"words\x02\x00\x00\x00\x00\x00\x00\x00", "words\xff\xff\xff\xff\xff\xff\xff\x7f", 3},
		"of another kind":                        {"meansd", "meanss", 3},
		"numbers is more than there are":         {"meansd\x00\x00\x00\x00\x00\x00\x00\x02", "meansd\x00\x00\x00\x00\x00\x00\x00\xff", 3},
		"weights of 3×2 has 4 cells":             {"weights\x02", "weights\x03", 3},
	} {
		changed := bytes.Replace(fields, []byte(c.from), []byte(c.to), 1)
		if c.from != "" && bytes.Equal(changed, fields) {
			t.Errorf("%q is not there to be changed", c.from)
		}
		if _, err := codec.NewReader(changed, arrays).Read("it", codec.Shape{Columns: c.columns}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for cut := range fields {
		if _, err := codec.NewReader(fields[:cut], arrays).Read("it", codec.Shape{Columns: 3}); err == nil {
			t.Fatalf("%d of %d bytes are enough", cut, len(fields))
		}
	}
	if _, err := codec.NewReader(fields, arrays[:len(arrays)-1]).Read("it", codec.Shape{Columns: 3}); err == nil {
		t.Error("arrays may be cut off")
	}
	in := codec.NewReader(append(bytes.Clone(fields), 0), arrays)
	if _, err := in.Read("it", codec.Shape{Columns: 3}); err != nil || in.Close() == nil {
		t.Errorf("what is left is not found out (%v)", err)
	}
}

// TestDepthIsBounded: values that stand in one another without end are refused.
func TestDepthIsBounded(t *testing.T) {
	round := &deep{}
	round.in = round
	if err := new(codec.Writer).Write("it", round, codec.Shape{}); err == nil || !strings.Contains(err.Error(), "more than 32 deep") {
		t.Errorf("a value in itself: %v", err)
	}
}

// TestRegisterRefuses names and types that are taken, types without fields, and late comers.
func TestRegisterRefuses(t *testing.T) {
	for what, register := range map[string]func(){
		"a name":    func() { codec.Register[*leaf]("test.tree", 1) },
		"a type":    func() { codec.Register[*tree]("test.other", 1) },
		"no fields": func() { codec.Register[stranger]("test.stranger", 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is taken twice, or has none", what)
				}
			}()
			register()
		}()
	}
}
