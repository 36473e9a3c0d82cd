package model_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/surface"
)

// file is the bytes of a model of 40 rows.
func file(t testing.TB, methods ...engine.Method) []byte {
	t.Helper()
	for _, m := range methods {
		engine.SetDefaults(m)
	}
	m, err := model.Learn(t.Context(), engine.Pipe(append([]engine.Method{&generator.Waveform{N: 60, Seed: 1}, new(prepare.Scale)}, methods...)...), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// files are models whose values are of many kinds.
func files(t testing.TB) [][]byte {
	return [][]byte{
		file(t, new(embedding.PCA), new(extension.KRR), new(predictor.SVM)),
		file(t, new(embedding.Isomap), new(extension.Nystrom), new(predictor.KNN)),
		file(t, new(predictor.CART)),
		file(t, &predictor.Forest{Trees: 3}),
		file(t, new(predictor.GMLVQ)),
		file(t, new(surface.SOM), new(predictor.Logistic)),
		file(t, new(embedding.MDS), new(extension.ELM), new(predictor.Bayes)),
	}
}

// ask places and predicts a row that a model takes, if it takes any.
func ask(t testing.TB, m *model.Model) {
	x := mat.NewDense(3, len(m.Card.Columns), nil)
	x.Apply(func(i, j int, _ float64) float64 { return float64(i) - float64(j)/7 }, x)
	places, err := m.Place(t.Context(), x)
	tell(t, err)
	if err == nil && places.RawMatrix().Rows != 3 {
		t.Error("not a place for each row")
	}
	_, err = m.Predict(t.Context(), x)
	tell(t, err)
	_ = m.Table() // which reads whatever the card says
}

// tell requires that an error has a remedy.
func tell(t testing.TB, err error) {
	var told *engine.Error
	if err != nil && (!errors.As(err, &told) || told.Remedy == nil) {
		t.Errorf("error %v has no remedy", err)
	}
}

// mutant is a file with some bytes changed, cut off, doubled or put elsewhere. With sums
// made good, what is wrong is found by what it says.
func mutant(r *rand.Rand, whole []byte, good bool) []byte {
	b := bytes.Clone(whole)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(b))
		switch r.IntN(7) {
		case 0:
			b[at] ^= 1 << r.IntN(8)
		case 1:
			b[at] = byte(r.Uint32())
		case 2:
			if at+8 <= len(b) {
				odd := []uint64{0, 1, math.MaxUint64, 1 << 62, 1 << 31, uint64(len(b)), math.Float64bits(math.NaN()), math.Float64bits(math.Inf(1)), r.Uint64()}
				binary.LittleEndian.PutUint64(b[at:], odd[r.IntN(len(odd))])
			}
		case 3:
			from := r.IntN(len(b))
			copy(b[at:], b[from:min(len(b), from+r.IntN(200))])
		case 4:
			if !good {
				b = b[:max(1, at)]
			}
		case 5:
			if field := bytes.IndexByte(b[at:], 'i'); field >= 0 && at+field+16 < len(b) {
				b[at+field+8] = byte(r.IntN(256))
			}
		case 6:
			if at+2 < len(b) {
				b[at], b[at+1] = b[at+1], b[at]
			}
		}
	}
	if good {
		mend(b, whole)
	}
	return b
}

// mend gives a file of the same parts the sums that it ought to have.
func mend(b, whole []byte) {
	copy(b, whole[:40])
	card := 64 + int(binary.LittleEndian.Uint64(whole[16:]))
	sums := crc32.MakeTable(crc32.Castagnoli)
	binary.LittleEndian.PutUint32(b[40:], crc32.Checksum(b[64:card], sums))
	binary.LittleEndian.PutUint32(b[44:], crc32.Checksum(b[card:], sums))
	clear(b[48:64])
	clear(b[12:16])
	binary.LittleEndian.PutUint32(b[12:], crc32.Checksum(b[:64], sums))
}

// mutants is how many are tried; a million with UNFOLD_LONG.
func mutants() int {
	if os.Getenv("UNFOLD_LONG") != "" {
		return 1_000_000
	}
	return 3000
}

// TestMutantsAreRefused: files that were damaged or forged are refused with a remedy, or
// are of a model that answers, and never bring the program down.
func TestMutantsAreRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all := files(t)
	refused := 0
	for i := range mutants() {
		whole, good := all[i%len(all)], i%3 > 0
		m, err := model.Decode(mutant(r, whole, good))
		if err != nil {
			refused++
			tell(t, err)
			continue
		}
		ask(t, m)
	}
	if refused < mutants()/3 {
		t.Errorf("%d of %d are refused, fewer than those whose sums are wrong", refused, mutants())
	}
}

// TestEveryByteCounts: no file is taken in which one bit is another.
func TestEveryByteCounts(t *testing.T) {
	whole := files(t)[0]
	for at := 0; at < len(whole); at += 1 + at/2000 {
		b := bytes.Clone(whole)
		b[at] ^= 1 << (at % 8)
		if _, err := model.Decode(b); err == nil {
			t.Fatalf("byte %d of %d may be any", at, len(whole))
		}
	}
	for length := 0; length < len(whole); length += 1 + length/200 {
		if _, err := model.Decode(whole[:length:length]); err == nil {
			t.Fatalf("%d of %d bytes are enough", length, len(whole))
		} else if tell(t, err); t.Failed() {
			return
		}
	}
}

// TestRefusals are in words that say what the file is.
func TestRefusals(t *testing.T) {
	whole := files(t)[0]
	newer := bytes.Clone(whole)
	newer[8] = 99
	clear(newer[12:16])
	binary.LittleEndian.PutUint32(newer[12:], crc32.Checksum(newer[:64], crc32.MakeTable(crc32.Castagnoli)))
	damaged := bytes.Clone(whole)
	damaged[len(damaged)-1] ^= 1
	folder := t.TempDir()
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"foreign":   {[]byte("PK\x03\x04 something else"), "is no model of unfold"},
		"empty":     {nil, "is no model of unfold"},
		"cut off":   {whole[:len(whole)/2], "is cut off"},
		"longer":    {append(bytes.Clone(whole), 0), "is longer than it says"},
		"newer":     {newer, "is of format 99"},
		"damaged":   {damaged, "is damaged in what was learned"},
		"as text":   {bytes.ReplaceAll(whole, []byte("\n"), []byte("\r\n")), "is no model of unfold"},
		"beginning": {whole[:20], "is cut off after 20 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, name)
			if err := os.WriteFile(path, c.content, 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := model.Open(path)
			if err == nil || !strings.Contains(err.Error(), path+" "+c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			tell(t, err)
		})
	}
	for _, path := range []string{folder, filepath.Join(folder, "nowhere")} {
		if _, err := model.Open(path); err == nil {
			t.Errorf("%s was opened", path)
		} else {
			tell(t, err)
		}
	}
}

// FuzzDecode takes the bytes of files, with their sums made good, and others.
func FuzzDecode(f *testing.F) {
	for _, whole := range files(f) {
		f.Add(whole)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		all := [][]byte{b}
		if len(b) >= 64 && binary.LittleEndian.Uint64(b[16:]) <= uint64(len(b)-64) {
			good := bytes.Clone(b)
			mend(good, b)
			all = append(all, good)
		}
		for _, b := range all {
			if m, err := model.Decode(b); err == nil {
				ask(t, m)
			} else {
				tell(t, err)
			}
		}
	})
}
