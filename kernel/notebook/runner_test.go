package notebook

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unfold/engine"
)

// short writes the outputs of a cell in a line.
func short(c *Cell) string {
	var parts []string
	for _, o := range c.Outputs {
		switch o.Kind {
		case Stream:
			parts = append(parts, o.Name+" "+strings.ReplaceAll(o.Text, "\n", "/"))
		case Error:
			parts = append(parts, fmt.Sprintf("%s: %s %q", o.Failure, o.Message, Plain(o.Traceback)))
		case Result:
			parts = append(parts, fmt.Sprintf("result %d %v", o.Count, o.Data["text/plain"]))
		default:
			parts = append(parts, fmt.Sprint("display ", o.Data["text/plain"]))
		}
	}
	return strings.Join(parts, "; ")
}

func TestOutputsAreThoseOfAFrontEnd(t *testing.T) {
	for name, c := range map[string]struct{ code, want string }{
		"nothing":                    {"x", ""},
		"result":                     {"value(7)", "result 1 7"},
		"result that shows nothing":  {"value()", ""},
		"streams merge":              {"say(a\\n)\nsay(b)\nerr(c)\nerr(d)\nsay(e)", "stdout a/b; stderr cd; stdout e"},
		"displays part streams":      {"say(a)\nshow(1)\nsay(b)", "stdout a; display 1; stdout b"},
		"display updated in place":   {"put(i, 1)\nsay(a)\nput(j, 2)\nput(i, 3)", "display 3; stdout a; display 2"},
		"clear":                      {"say(a)\nshow(1)\nclear()\nsay(b)", "stdout b"},
		"clear waits":                {"say(a)\nwait()\nsay(b)\nsay(c)", "stdout bc"},
		"clear waits for nothing":    {"say(a)\nwait()", "stdout a"},
		"clear waits for the result": {"say(a)\nwait()\nvalue(1)", "result 1 1"},
		"clear waits for the error":  {"say(a)\nwait()\nfail()", `Error: it fails "Error: it fails"`},
		"cleared displays have gone": {"put(i, 1)\nwait()\nput(i, 2)\nput(i, 3)", "display 3"},
		"progress leaves no trace":   {"tell()\nsay(a)", "stdout a"},
		"error":                      {"say(a)\nfail()", `stdout a; Error: it fails "Error: it fails"`},
		"failure":                    {"refuse()", `StageError: unknown stage isomop "cell, line 1\nunknown stage isomop"`},
		"panic":                      {"crash()", `Panic: panic: it crashes "Panic: panic: it crashes"`},
		"carriage return":            {"say(10 %\\r)\nsay(100 %\\nok)", "stdout 100 %/ok"},
		"line ends of windows":       {"say(a\\r\\nb\\r)\nsay(\\n)", "stdout a/b/"},
		"backspace":                  {"say(aé\\bb\\n\\b)", "stdout ab/"},
	} {
		n := FromCells(c.code)
		err := (&Runner{Language: toy{}, Renderer: toy{}}).Run(t.Context(), n)
		if got := short(n.Cells[0]); got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
		if failed := strings.Contains(c.want, ": "); (err != nil) != failed {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestBytesBecomeBase64(t *testing.T) {
	n := FromCells("show(1)")
	if err := (&Runner{Language: toy{}, Renderer: toy{}}).Run(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	want := []Output{{Kind: Display, Data: map[string]any{"text/plain": "1", "image/png": "AQID"}, Metadata: map[string]any{"width": 4}}}
	if diff := cmp.Diff(want, n.Cells[0].Outputs); diff != "" {
		t.Error(diff)
	}
}

func TestFirstFailureEndsTheRun(t *testing.T) {
	cells := []string{"say(a)", " ", "fail()", "say(b)"}
	stale := Output{Kind: Stream, Name: "stdout", Text: "of an earlier run"}

	n := FromCells(cells...)
	n.Cells[3].Outputs, n.Cells[3].Count = []Output{stale}, 9
	err := (&Runner{Language: toy{}, Renderer: toy{}}).Run(t.Context(), n)
	var failed *CellError
	if !errors.As(err, &failed) || failed.Index != 2 || err.Error() != "cell 3: it fails" {
		t.Errorf("error %v", err)
	}
	if got := outline(n); got != "1 stdout a | 0  | 2 Error: it fails \"Error: it fails\" | 0 " {
		t.Errorf("after a failure: %s", got)
	}

	err = (&Runner{Language: toy{}, Renderer: toy{}, KeepGoing: true}).Run(t.Context(), n)
	if got := outline(n); err != nil || !strings.HasSuffix(got, "| 3 stdout b") {
		t.Errorf("keeping going: %v, %s", err, got)
	}
}

func outline(n *Notebook) string {
	var parts []string
	for _, c := range n.Cells {
		parts = append(parts, fmt.Sprintf("%d %s", c.Count, short(c)))
	}
	return strings.Join(parts, " | ")
}

func TestTags(t *testing.T) {
	n := FromCells("fail()", "say(a)", "say(b)")
	n.Cells[0].Metadata["tags"] = []any{"raises-exception"}
	n.Cells[1].Metadata["tags"] = []any{"skip-execution"}
	if err := (&Runner{Language: toy{}, Renderer: toy{}}).Run(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	if got := outline(n); got != `1 Error: it fails "Error: it fails" | 0  | 2 stdout b` {
		t.Error(got)
	}
}

func TestInterruptEndsEvenAPatientRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := FromCells("stop()", "say(b)")
	err := (&Runner{Language: toy{cancel: cancel}, Renderer: toy{}, KeepGoing: true}).Run(ctx, n)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if got := outline(n); got != `1 Interrupted: context canceled "Interrupted: context canceled" | 0 ` {
		t.Error(got)
	}
	if err := (&Runner{Language: toy{}, Renderer: toy{}}).Run(ctx, n); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that begins too late: %v", err)
	}
}

func TestLateOutputGoesToTheCellAtWork(t *testing.T) {
	n := FromCells("later()", "wake(hello)")
	if err := (&Runner{Language: toy{awake: make(chan func(string), 1)}, Renderer: toy{}}).Run(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	if got := outline(n); got != "1  | 2 stdout hello" {
		t.Error(got)
	}
}

func TestInputAndProgress(t *testing.T) {
	n := FromCells("ask()")
	err := (&Runner{Language: toy{}, Renderer: toy{}}).Run(t.Context(), n)
	if err == nil || !strings.Contains(err.Error(), "nobody is there to answer") {
		t.Errorf("error %v", err)
	}
	var told []engine.Progress
	r := Runner{Language: toy{}, Renderer: toy{},
		Input:    func(prompt string, secret bool) (string, error) { return prompt + "Ada", nil },
		Progress: func(p engine.Progress) { told = append(told, p) },
	}
	n.Cells[0].Source += "\ntell()"
	if err := r.Run(t.Context(), n); err != nil || short(n.Cells[0]) != "stdout name? Ada" {
		t.Errorf("%v, %s", err, short(n.Cells[0]))
	}
	if len(told) != 1 || told[0].Stage != "isomap" {
		t.Errorf("told %v", told)
	}
}

func TestLogHasALinePerCell(t *testing.T) {
	var log strings.Builder
	n := FromCells("say(a)\nsay(b)", "fail()")
	r := Runner{Language: toy{}, Renderer: toy{}, Log: &log}
	if err := r.Run(t.Context(), n); err == nil {
		t.Fatal("no error")
	}
	got := regexp.MustCompile(`\d+\.\d\d s`).ReplaceAllString(log.String(), "T")
	got = regexp.MustCompile(` +`).ReplaceAllString(got, " ")
	if want := "cell 1 of 2 T say(a) …\ncell 2 of 2 T FAILED: it fails\n"; got != want {
		t.Errorf("log %q, want %q", got, want)
	}
}
