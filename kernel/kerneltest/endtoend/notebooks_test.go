package endtoend

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unfold/kernel/kerneltest/program"
	"unfold/kernel/notebook"
)

// TestNotebooksOfGophernotes runs notebooks in the manner of that kernel's
// examples, by the program itself and through Jupyter. What they fetch comes
// from a server here.
func TestNotebooksOfGophernotes(t *testing.T) {
	program.NeedTime(t)
	server := httptest.NewServer(pictures(t))
	defer server.Close()
	at := "UNFOLD_TEST_SERVER=" + server.URL
	for name, check := range map[string]func(*testing.T, []*notebook.Cell){
		"displays.ipynb": checkDisplays, "matrices.ipynb": checkMatrices, "workers.ipynb": checkWorkers,
	} {
		source := filepath.Join("testdata", name)
		t.Run(name, func(t *testing.T) {
			executed := filepath.Join(t.TempDir(), name)
			t.Log("\n" + program.Run(t, []string{at}, program.Path(), "run", source, "-o", executed))
			check(t, codeCells(t, executed))
		})
		t.Run(name+" in Jupyter", func(t *testing.T) {
			jupyter, env := program.Jupyter(t, "nbconvert", "nbclient")
			program.Run(t, env, program.Path(), "install", "--user", "--name", "gophernotes")
			folder := t.TempDir()
			program.Run(t, append(env, at), jupyter, "nbconvert", "--to", "notebook", "--execute",
				"--ExecutePreprocessor.timeout=120", "--output-dir", folder, "--output", name, source)
			check(t, codeCells(t, filepath.Join(folder, name)))
		})
	}
}

// pictures serves one picture in three forms.
func pictures(t *testing.T) http.Handler {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 4, 3))
	img.Set(1, 1, color.White)
	files := http.NewServeMux()
	serve := func(name string, content []byte) {
		files.HandleFunc("/"+name, func(w http.ResponseWriter, _ *http.Request) { w.Write(content) })
	}
	var asPNG, asJPEG bytes.Buffer
	if err := png.Encode(&asPNG, img); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&asJPEG, img, nil); err != nil {
		t.Fatal(err)
	}
	serve("dial.png", asPNG.Bytes())
	serve("dial.jpeg", asJPEG.Bytes())
	serve("dial.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><circle r="3"/></svg>`))
	return files
}

func codeCells(t *testing.T, file string) (cells []*notebook.Cell) {
	t.Helper()
	n, err := notebook.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range n.Cells {
		if c.Kind == notebook.Code {
			cells = append(cells, c)
		}
	}
	return cells
}

// outputs are those of a cell, each as its kind and what it says; streams are
// one.
func outputs(c *notebook.Cell) (list []string) {
	for _, o := range c.Outputs {
		switch o.Kind {
		case notebook.Stream:
			list = append(list, "stream "+o.Text)
		case notebook.Error:
			list = append(list, "error "+o.Message)
		default:
			kind := "display"
			if o.Kind == notebook.Result {
				kind = "result"
			}
			for _, mime := range []string{"image/png", "image/jpeg", "image/svg+xml", "text/latex", "text/markdown", "text/html", "text/plain"} {
				if v, ok := o.Data[mime]; ok {
					list = append(list, fmt.Sprintf("%s %s %v", kind, mime, v))
				}
			}
		}
	}
	return list
}

// expect wants, of each cell, that its outputs begin so, in this order; those
// in between are not looked at.
func expect(t *testing.T, cells []*notebook.Cell, want [][]string) {
	t.Helper()
	if len(cells) != len(want) {
		t.Fatalf("%d cells, %d expected", len(cells), len(want))
	}
	for i, c := range cells {
		got := outputs(c)
		if len(want[i]) == 0 && len(got) > 0 {
			t.Errorf("cell %d says %q\n%s", i, got, c.Source)
		}
		at := 0
		for _, w := range want[i] {
			for at < len(got) && !strings.HasPrefix(got[at], w) {
				at++
			}
			if at == len(got) {
				t.Errorf("cell %d says %q, without %q\n%s", i, got, w, c.Source)
				break
			}
		}
	}
}

func checkDisplays(t *testing.T, cells []*notebook.Cell) {
	expect(t, cells, [][]string{
		{"result text/html <h3>Twelve <i>hours</i></h3>"},
		{"display text/markdown | a | b |", `display text/latex $$e^{i\pi} = -1$$`},
		{},
		{"result image/svg+xml <svg"},
		{"result image/png iVBOR"},
		{"result image/jpeg /9j/"},
		{"stream png 4 by 3 <nil>", "result image/png iVBOR"},
		{"result image/png iVBOR"},
		{"result image/png iVBOR"},
		{},
		{},
		{"result text/html <code>09:05</code>", "result text/plain {9 5}"},
		{`result text/latex $\frac{\partial f}{\partial x}$`, "result text/plain gradient of f"},
		{"result text/html <b>noon</b> <code>12:00</code>", "result text/plain noon"},
		{"display text/plain step 2"},
		{"stream \"one two\"\n", "result text/plain 5 6"},
		{"result text/plain 7"},
		{"stream the file is gone\n"},
	})
	if n := len(cells[14].Outputs); n != 1 {
		t.Errorf("three displays of one id leave %d outputs", n)
	}
}

func checkMatrices(t *testing.T, cells []*notebook.Cell) {
	expect(t, cells, [][]string{
		{}, {},
		{"stream a = ⎡4  1⎤\n    ⎣1  9⎦\nc = ⎡1  2  3⎤\n    ⎣4  5  6⎦\n"},
		{"stream a + b = ⎡   5   1.5⎤\n        ⎣1.25    11⎦\n"},
		{"stream a c = ⎡ 8  13  18⎤\n      ⎣37  47  57⎦\na³ = ⎡ 81  134⎤\n     ⎣134  751⎦\n√a = ⎡2  1⎤\n     ⎣1  3⎦\n"},
		{"result text/plain 35"},
		{"stream <nil> 1 2\n"},
		{},
	})
}

func checkWorkers(t *testing.T, cells []*notebook.Cell) {
	expect(t, cells, [][]string{
		{}, {}, {}, {}, {"result text/plain between"},
		{"stream worker "},
		{"result text/plain [job 0 job 1 job 2 job 3 job 4 job 5]"},
	})
	said := strings.Join(outputs(cells[5]), "")
	if n := len(regexp.MustCompile(`(?m)worker [123] has done [0-5]$`).FindAllString(said, -1)); n != 6 {
		t.Errorf("the cell that waits has %d lines of its workers:\n%s", n, said)
	}
}
