package kerneltest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
)

// TestNotebook runs cells as nbconvert does and looks at what is left in the
// notebook and in the page made of it.
func TestNotebook(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs Jupyter")
	}
	needPython(t, "nbclient, nbconvert")
	cells := []struct {
		code string
		want []string
	}{
		{"echo 1", []string{"1"}},
		{"print a\nwarn b", []string{"a\n", "b\n"}},
		{"work 900", []string{}},
		{"print a\ndisplay x 1\nwork 900\ndisplay x 2\necho 3", []string{"a\n", "2", "3"}},
		{"fail x", []string{"ToyFailure"}},
		{"hold late", []string{}},
		{"release\ndisplay - 1\nclear wait\ndisplay - 2", []string{"2"}},
	}
	var codes []string
	shown := 0
	for _, c := range cells {
		codes = append(codes, c.code)
		shown += len(c.want)
	}
	input, err := json.Marshal(codes)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), python, filepath.Join("testdata", "notebook.py"))
	run.Env = append(jupyterEnv(t, []string{os.Args[0], "{connection_file}"}, map[string]string{serveToy: "1"}),
		"CONFORMANCE_KERNEL=undertest")
	run.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	run.Stderr = &stderr
	text, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	var left struct {
		Outputs [][]string
		Counts  []int
		Shown   int
	}
	if err := json.Unmarshal(text, &left); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for i, c := range cells {
		if !reflect.DeepEqual(left.Outputs[i], c.want) {
			t.Errorf("%q leaves %q, want %q", c.code, left.Outputs[i], c.want)
		}
		if left.Counts[i] != i+1 {
			t.Errorf("%q is numbered %d, want %d", c.code, left.Counts[i], i+1)
		}
	}
	if left.Shown != shown {
		t.Errorf("the page shows %d outputs, want %d", left.Shown, shown)
	}
}
