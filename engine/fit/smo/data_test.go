package smo

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// readTable reads a data set of numbers whose last column is the class, and
// divides the columns by their deviations.
func readTable(b testing.TB, name string, most int) (x *mat.Dense, labels []int, classes int) {
	b.Helper()
	folder := os.Getenv("UNFOLD_DATA")
	if folder == "" {
		b.Skip("UNFOLD_DATA names no folder of data sets")
	}
	file, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		b.Skip(err)
	}
	defer file.Close()
	var text io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(file); err != nil {
			b.Fatal(err)
		}
	}
	records, err := csv.NewReader(text).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	records = records[1:min(len(records), most+1)]
	d, seen := len(records[0])-1, map[string]int{}
	x = mat.NewDense(len(records), d, nil)
	for i, record := range records {
		for j := range d {
			v, err := strconv.ParseFloat(record[j], 64)
			if err != nil {
				b.Fatal(err)
			}
			x.Set(i, j, v)
		}
		if _, ok := seen[record[d]]; !ok {
			seen[record[d]] = len(seen)
		}
		labels = append(labels, seen[record[d]])
	}
	for j := range d {
		var mean, square float64
		for i := range records {
			mean += x.At(i, j) / float64(len(records))
		}
		for i := range records {
			square += (x.At(i, j) - mean) * (x.At(i, j) - mean) / float64(len(records))
		}
		for i := range records {
			x.Set(i, j, (x.At(i, j)-mean)/math.Sqrt(square))
		}
	}
	return x, labels, len(seen)
}

// TestAgreesWithLibsvm compares with testdata/waveform.json, which waveform.py
// writes and whose tolerance it explains.
func TestAgreesWithLibsvm(t *testing.T) {
	x, labels, classes := readTable(t, "waveform.csv", 5000)
	text, err := os.ReadFile("testdata/waveform.json")
	if err != nil {
		t.Fatal(err)
	}
	var wanted []struct {
		C, Gamma, Objective float64
		Predicted           string
	}
	if err := json.Unmarshal(text, &wanted); err != nil {
		t.Fatal(err)
	}
	const learned, all = 1500, 2000
	members, rest := membersOf(labels[:learned], classes), x.Slice(learned, all, 0, x.RawMatrix().Cols).(*mat.Dense)
	for _, want := range wanted {
		points := Gaussian(x.Slice(0, learned, 0, x.RawMatrix().Cols).(*mat.Dense), want.Gamma, 1)
		pairs, err := OneAgainstOne(t.Context(), points, members, Settings{C: want.C, Tol: 1e-7, Budget: 1 << 28})
		if err != nil {
			t.Fatal(err)
		}
		objective := 0.0
		for _, p := range pairs {
			objective += exactObjective(x, want.Gamma, p)
		}
		if math.Abs(objective-want.Objective) > 1e-8*math.Abs(want.Objective) {
			t.Errorf("C = %v: objective is %v, want %v", want.C, objective, want.Objective)
		}
		var predicted strings.Builder
		for _, c := range predictRows(t, points, pairs, rest, classes) {
			predicted.WriteString(strconv.Itoa(c))
		}
		if predicted.String() != want.Predicted {
			t.Errorf("C = %v: classes are %v, want %v", want.C, predicted.String(), want.Predicted)
		}
	}
}

// membersOf lists the rows of each class.
func membersOf(labels []int, classes int) [][]int {
	members := make([][]int, classes)
	for i, l := range labels {
		members[l] = append(members[l], i)
	}
	return members
}

// exactObjective is that of a pair with kernel values in float64.
func exactObjective(x *mat.Dense, gamma float64, p Pair) float64 {
	var sum float64
	for i, r := range p.Rows {
		for j, s := range p.Rows {
			var square float64
			for c, v := range x.RawRowView(r) {
				square += (v - x.At(s, c)) * (v - x.At(s, c))
			}
			sum += p.Weights[i] * p.Weights[j] * math.Exp(-gamma*square) / 2
		}
		sum -= math.Abs(p.Weights[i])
	}
	return sum
}

// predictRows elects a class for each row.
func predictRows(t *testing.T, points *Points, pairs []Pair, x *mat.Dense, classes int) []int {
	t.Helper()
	n, _ := x.Dims()
	tile, decisions, predicted := points.NewTile(), make([]float64, TileRows), make([]int, n)
	for lo := 0; lo < n; lo += TileRows {
		for j := range min(TileRows, n-lo) {
			tile.Set(j, x.RawRowView(lo+j))
		}
		if err := tile.Evaluate(t.Context()); err != nil {
			t.Fatal(err)
		}
		votes := make([][]int, TileRows)
		for j := range votes {
			votes[j] = make([]int, classes)
		}
		for at := range pairs {
			support := make([]int32, len(pairs[at].Rows))
			for i, r := range pairs[at].Rows {
				support[i] = int32(r)
			}
			tile.Combine(decisions, support, pairs[at].Weights, pairs[at].Rho)
			for j := range decisions {
				pairs[at].Vote(votes[j], decisions[j])
			}
		}
		for j := range min(TileRows, n-lo) {
			predicted[lo+j] = Winner(votes[j])
		}
	}
	return predicted
}

// BenchmarkLetter is SVC(C=10, gamma="scale") of scikit-learn on the first
// 16,000 rows of letter, columns divided by their deviations.
func BenchmarkLetter(b *testing.B) {
	x, labels, classes := readTable(b, "letter.csv.gz", 16_000)
	members := membersOf(labels, classes)
	var objective, vectors float64
	for b.Loop() {
		pairs, err := OneAgainstOne(b.Context(), Gaussian(x, 1.0/16, 1), members, Settings{C: 10, Tol: 1e-3, Budget: 200 << 20})
		if err != nil {
			b.Fatal(err)
		}
		objective, vectors = 0, 0
		for _, p := range pairs {
			objective += p.Objective
			vectors += float64(len(p.Rows))
		}
	}
	b.ReportMetric(-objective, "dual")
	b.ReportMetric(vectors, "vectors")
}

// BenchmarkCosts is ten costs on waveform, over one cached.
func BenchmarkCosts(b *testing.B) {
	x, labels, classes := readTable(b, "waveform.csv", 5000)
	members := membersOf(labels, classes)
	var objective float64
	for b.Loop() {
		cached := NewCachedKernel(Gaussian(x, 1.0/21, 1), members, 100<<20)
		objective = 0
		for power := range 10 {
			pairs, err := OneAgainstOne(b.Context(), cached, members, Settings{C: math.Pow(2, float64(power-2)), Tol: 1e-3, Budget: 100 << 20})
			if err != nil {
				b.Fatal(err)
			}
			for _, p := range pairs {
				objective += p.Objective
			}
		}
	}
	b.ReportMetric(-objective, "dual")
}
