package render

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// What a cell has as rows is saved as rows: data with their levels and classes, places,
// predictions, and slices of a cell's own.
func TestSaveRows(t *testing.T) {
	data := &engine.Table{
		X:       mat.NewDense(2, 2, []float64{1.5, 0, 2, 1}),
		Columns: []engine.Column{{Name: "size"}, {Name: "hue", Levels: []string{"red", "blue, dark"}}},
		Target:  engine.Target{Label: "kind", Labels: []int{1, engine.Hidden}, Classes: []string{"a", "b"}},
	}
	for want, value := range map[string]any{
		"size,hue,kind\n1.5,red,b\n2,\"blue, dark\",\n": data,
		"y1,y2\n1,2\n3,4\n":                             mat.NewDense(2, 2, []float64{1, 2, 3, 4}),
		"value\na\nb\n":                                 []string{"a", "b"},
		"value\n3\n17\n":                                []int{3, 17},
		"x1,x2\n1,2\n3,\n":                              [][]float64{{1, 2}, {3}},
		"Name,left\nx,true\n": []struct {
			Name string
			left bool
		}{{"x", true}},
	} {
		path := filepath.Join(t.TempDir(), "v.csv")
		if err := New(Options{}).Save(value, path); err != nil {
			t.Errorf("%T: %v", value, err)
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Errorf("%T is saved as\n%s\nwant\n%s", value, got, want)
		}
	}
}

// An ending that nothing is written to is refused with all that are; a table that a format
// has no place for leaves alone what is there.
func TestSaveRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.npy")
	if err := os.WriteFile(path, []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := New(Options{}).Save([]string{"a"}, path); err == nil || !strings.Contains(err.Error(), "no column holds numbers") {
		t.Errorf("texts as NPY: %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "kept" {
		t.Errorf("the file is now %q", got)
	}
	if err := CheckName("v.doc"); err == nil || !strings.Contains(err.Error(), ".csv, .npy, ") {
		t.Errorf("another ending: %v", err)
	}
}
