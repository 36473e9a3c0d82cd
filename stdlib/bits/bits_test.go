package bits

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"hash"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl"
	"unfold/engine"
	"unfold/engine/linear/blas"
	"unfold/stdlib"
)

var update = flag.Bool("update", false, "write the digests anew")

// kept is the file of digests: bits, decisions and the sentence, a line each.
var kept = filepath.Join("testdata", "bits.tsv")

// variable asks the test binary to print digests and do nothing else, so that it
// can be run under another environment, or another build of it.
const variable = "UNFOLD_BITS"

// foreign asks for digests by that library or none.
const foreign, missing = "UNFOLD_BITS_LIBRARY", "the library is not there"

func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv(variable) == "" {
		os.Exit(m.Run())
	}
	if wish := os.Getenv(foreign); wish != "" && blas.Name() != wish {
		fmt.Fprintln(os.Stderr, missing)
		os.Exit(1)
	}
	lines, err := digests()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, l := range lines {
		fmt.Println(l)
	}
}

// A line is what a sentence computes: all its numbers, and what was decided by
// them, which are neighbours, choices and classes.
type line struct{ bits, decisions, sentence string }

func (l line) String() string { return l.bits + "\t" + l.decisions + "\t" + l.sentence }

// digests runs all sentences, each in a session of its own.
func digests() (lines []line, err error) {
	for _, sentence := range sentences {
		l, failed := digestOf(sentence)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("%s\n%w", sentence, failed))
		}
		lines = append(lines, l)
	}
	return lines, err
}

func digestOf(sentence string) (line, error) {
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{})
	if err != nil {
		return line{}, err
	}
	text := tables.ReplaceAllString(sentence, `load("testdata/$1.csv", label="class")$2`)
	text = strings.Replace(text, "repeated ", `load("testdata/repeated.csv", response="y") `, 1)
	value, err := s.Eval(context.Background(), text, nobody{})
	if err != nil {
		return line{}, err
	}
	report, ok := value.(*engine.Report)
	if !ok {
		return line{}, fmt.Errorf("it is a %T", value)
	}
	bits, decisions := sha256.New(), sha256.New()
	if err := digest(report, bits, decisions); err != nil {
		return line{}, err
	}
	return line{fmt.Sprintf("%x", bits.Sum(nil)[:12]), fmt.Sprintf("%x", decisions.Sum(nil)[:12]), sentence}, nil
}

// tables are the words that stand for tables of testdata.
var tables = regexp.MustCompile(`^(lattice|copies|votes|islands|distances|holes)( )`)

// digest writes the numbers of a report, and the decisions among them.
func digest(r *engine.Report, bits, decisions hash.Hash) error {
	for _, run := range r.Runs {
		if err := digestRun(run, bits, decisions); err != nil {
			return err
		}
	}
	for _, s := range r.Scores {
		write(bits, s.Folds...)
		write(bits, s.Mean, s.SD)
	}
	if r.Tuning != nil {
		for _, c := range r.Tuning.Chosen {
			write(decisions, float64(c.Setting))
			for _, scores := range c.Scores {
				write(bits, scores...)
			}
		}
	}
	if r.Permutation != nil {
		write(bits, r.Permutation.Real, r.Permutation.P)
	}
	for _, f := range r.Figures {
		for _, leaf := range f.Leaves() {
			for _, layer := range leaf.Layers {
				writeNumbers(bits, reflect.ValueOf(layer))
			}
		}
	}
	return nil
}

func digestRun(run *engine.Run, bits, decisions hash.Hash) error {
	matrix(bits, run.Train.X)
	matrix(bits, run.Held.X)
	matrix(bits, run.Mapped)
	if e := run.Embedding; e != nil {
		matrix(bits, e.Y)
		write(bits, e.Spectrum...)
		if e.Graph != nil {
			write(bits, e.Graph.Length...)
			for _, end := range e.Graph.End {
				write(decisions, float64(end))
			}
		}
	}
	remapped, err := run.Remapped(context.Background())
	if err != nil {
		return err
	}
	matrix(bits, remapped)
	write(bits, run.Predicted...)
	if run.Train.Target.Response == nil {
		write(decisions, run.Predicted...)
	}
	return nil
}

func matrix(h hash.Hash, x *mat.Dense) {
	if x == nil {
		return
	}
	n, _ := x.Dims()
	for i := range n {
		write(h, x.RawRowView(i)...)
	}
}

// write adds numbers; all that are none count alike, and zero has one sign.
func write(h hash.Hash, values ...float64) {
	for _, v := range values {
		if v != v {
			v = math.NaN()
		}
		binary.Write(h, binary.LittleEndian, math.Float64bits(v+0))
	}
}

// writeNumbers adds the numbers that a mark has, in the order of its fields, and no
// more: what marks can say besides does not change digests.
func writeNumbers(h hash.Hash, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			writeNumbers(h, v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			writeNumbers(h, v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			writeNumbers(h, v.Elem())
		}
	case reflect.Float64:
		write(h, v.Float())
	case reflect.Int, reflect.Int32:
		write(h, float64(v.Int()))
	}
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
