package dsl_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"unfold/engine"
)

// TestStagesStandInArguments says what a map is in every way there is.
func TestStagesStandInArguments(t *testing.T) {
	s := withToys(t)
	eval(t, s, "m := tilt(angle=90)", "forms := []any{tilt(30), loose}", "angle := 45.0")
	for code, want := range map[string]string{
		"settle":                                          "settle(strength=1, map=loose)",
		"settle(map=tilt)":                                "settle(strength=1, map=tilt(angle=0, steps=1))",
		"settle(map=(tilt(angle, steps=2)))":              "settle(strength=1, map=tilt(angle=45, steps=2))",
		"settle(2, m)":                                    "settle(strength=2, map=tilt(angle=90, steps=1))",
		"settle(map=parts(knn(3), count=4))":              "map=parts(by=knn(k=3), count=4))",
		"settle(map=[loose, m])":                          "map=[loose, tilt(angle=90, steps=1)])",
		"settle(map=forms)":                               "map=[tilt(angle=30, steps=1), loose])",
		"settle(map=[m])":                                 "map=tilt(angle=90, steps=1))",
		"settle(map=tilt(angle=[10, 20]))":                "map=tilt(angle=[10, 20], steps=1))",
		"settle(map=[loose, tilt(0..20 by 10, [1, 2])])":  "map=[loose, tilt(angle=0..20 by 10, steps=[1, 2])])",
		"settle(map=parts(knn([1, 3])), strength=[1, 2])": "settle(strength=[1, 2], map=parts(by=knn(k=[1, 3]), count=2))",
	} {
		got := eval(t, s, "x := "+code, "x.String()").(string)
		if !strings.Contains(got, want) {
			t.Errorf("%s\nis %s\nwant %s", code, got, want)
		}
		if again := eval(t, s, "y := "+got, "y.String()"); again != got {
			t.Errorf("%s\nreads again as\n%s", got, again)
		}
	}
}

// TestCandidatesInArgumentsAreCandidates: those of a stage in an argument are those
// of the argument, one for each setting.
func TestCandidatesInArgumentsAreCandidates(t *testing.T) {
	s := withToys(t)
	r := eval(t, s, small+" | scale | cv(3, inner=2) | settle(map=[tilt, tilt(angle=[30, 60], steps=[1, 2]), parts(knn([1, 3]))]) | knn").(*engine.Report)
	varied := r.Tuning.Candidates
	if len(varied) != 1 || varied[0].Name() != "settle.map" {
		t.Fatalf("it varies %+v", varied)
	}
	want := "tilt|tilt(angle=30)|tilt(angle=30, steps=2)|tilt(angle=60)|tilt(angle=60, steps=2)|parts(knn(k=1))|parts(knn(k=3))"
	if got := strings.Join(varied[0].Texts, "|"); got != want {
		t.Errorf("candidates are\n%s, want\n%s", got, want)
	}
	if _, err := r.MarshalJSON(); err != nil {
		t.Error(err)
	}
	if got := r.Runs[0].Pipeline; strings.Contains(got, "[") || !strings.Contains(got, "map=") {
		t.Errorf("a fold chose %s", got)
	}
}

// TestNestedRefusals: what will not do is told with what would, where it stands.
func TestNestedRefusals(t *testing.T) {
	s := withToys(t)
	eval(t, s, "wrong := pca", "long := scale | pca", "import \"unfold\"\nvar none *unfold.Pipeline", "words := []string{\"tilt\"}", "m := tilt(500)", "two := []any{tilt(1), tilt(1)}")
	for _, c := range []struct{ code, want string }{
		{"x := settle(map=pca)", "map must be a map form, not pca, an embedder"},
		{"x := settle(map=pca)", "give one of"},
		{"x := settle(map=wrong)", "map must be a map form, not pca, an embedder"},
		{"x := settle(map=wrong)", "loose, tilt, parts"},
		{"x := settle(map=scale | tilt)", "map must be a map form, not a pipeline of 2 stages"},
		{"x := settle(map=long)", "not a pipeline of 2 stages, scale | pca"},
		{"x := settle(map=none)", "not nil"},
		{"x := settle(map=3)", "map must be a map form, not 3"},
		{"x := settle(map=\"tilt\")", "map must be a map form, not \"tilt\""},
		{"x := settle(map=words)", "map must be a map form, not \"tilt\""},
		{"x := settle(map=auto)", "map cannot be auto"},
		{"x := settle(map=1..3)", "map must be a map form, not 1"},
		{"x := settle(map=[tilt(1), tilt(angle=1)])", "offered twice"},
		{"x := settle(map=[tilt(1), tilt(angle=[1, 2])])", "offered twice"},
		{"x := settle(map=two)", "offered twice"},
		{"x := settle(map=tilt(angle=-1))", "angle = -1 must be at least 0"},
		{"x := settle(map=tilt(angel=1))", "did you mean angle"},
		{"x := settle(map=tlit)", "did you mean tilt?"},
		{"x := settle(map=parts)", "parts lacks its argument by"},
		{"x := settle(map=parts(tilt))", "by must be a predictor, not tilt, a map form"},
		{"x := settle(map=parts(knn(k=0)))", "k = 0 must be at least 1"},
		{"x := isomap(k=svm)", "k must be a whole number, not the stage svm"},
		{small + " | scale | tilt | knn", "tilt is a map form, which is an argument"},
		{small + " | settle | tilt", "make it an argument: settle(map=tilt)"},
		{small + " | settle | knn", "give settle a map of its own"},
		{small + " | settle(map=[loose, tilt]) | knn", "settle places training rows only"},
		{small + " | settle(map=m)", "angle = 500 is more than once around"},
		{small + " | settle(map=parts(knn, count=1000))", "120 rows are fewer than 1000 parts"},
	} {
		if got := fail(t, s, c.code); !strings.Contains(flat(got), flat(c.want)) {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.code, got, c.want)
		}
	}
}

// TestNestedFaultsPointAtTheirStage: a caret stands under the argument of the stage
// in the argument.
func TestNestedFaultsPointAtTheirStage(t *testing.T) {
	s := withToys(t)
	for code, want := range map[string]string{
		small + " | settle(map=tilt(angle=400))":                                   "400",
		small + " | settle(map=parts(knn, count=1000))":                            "parts",
		small + " | cv(3) | settle(map=[tilt(400), parts(knn, 1000)]) | krr | knn": "400",
		small + " | settle(map=parts(knn(k=500)))":                                 "500",
	} {
		at := strings.Index(code, want)
		said := fail(t, s, code)
		lines := strings.Split(said, "\n")
		for i, line := range lines {
			if strings.HasPrefix(strings.TrimSpace(line), "1 | ") && i+1 < len(lines) {
				caret := strings.Index(lines[i+1], "^") - strings.Index(line, "1 | ") - 4
				if length := strings.Count(lines[i+1], "^"); caret != at || length != len(want) {
					t.Errorf("%s\nits carets are at %d, %d of them; want %d, %d:\n%s", code, caret, length, at, len(want), said)
				}
			}
		}
	}
}

// TestNestedStagesComeBack: pipelines with stages in arguments are memories.
func TestNestedStagesComeBack(t *testing.T) {
	s := withToys(t)
	eval(t, s, "p := settle(map=[loose, parts(knn(3))])\nm := tilt(angle=[1, 2])")
	next := withToys(t)
	if lost := next.Restore(context.Background(), s.Changes(time.Minute)); len(lost) > 0 {
		t.Fatalf("lost %v", lost)
	}
	for _, name := range []string{"p.String()", "m.String()"} {
		if before, after := eval(t, s, name), eval(t, next, name); before != after {
			t.Errorf("%s was %s, is %s", name, before, after)
		}
	}
}

// at cuts the cursor out of a text.
func at(marked string) (code string, cursor int) {
	before, after, _ := strings.Cut(marked, "‸")
	return before + after, len([]rune(before))
}

// TestCompletionInsideArguments: where a stage is wanted, stages that will do are
// offered and nothing of Go; inside these their parameters are.
func TestCompletionInsideArguments(t *testing.T) {
	s := withToys(t)
	eval(t, s, "turned := tilt(30)", "number := 3")
	for _, c := range []struct{ marked, want, not string }{
		{"settle(map=‸", "loose tilt parts turned", "number pca len settle strength="},
		{"settle(map=ti‸", "tilt", "loose"},
		{"x := load | settle(2, ‸", "map= loose tilt parts", "len strength="},
		{"settle(map=[loose, ‸", "loose tilt parts", "len [loose"},
		{"settle(map=parts(‸", "by= count= knn svm", "tilt loose pca"},
		{"settle(map=parts(by=‸", "knn svm", "tilt loose pca count="},
		{"settle(map=parts(knn(‸", "k=", "count= tilt"},
		{"settle(map=tilt(‸)) | knn", "angle= steps=", "strength= knn"},
		{"load | t‸", "trustworthiness", "tilt"},
		{"m := ti‸", "tilt", ""},
	} {
		code, cursor := at(c.marked)
		var offered []string
		for _, item := range s.Complete(code, cursor).Items {
			offered = append(offered, item.Text)
		}
		for _, want := range strings.Fields(strings.ReplaceAll(c.want, ", ", ",")) {
			if !slices.Contains(offered, strings.ReplaceAll(want, ",", ", ")) {
				t.Errorf("%s: %s is not offered: %q", c.marked, want, offered)
			}
		}
		for _, not := range strings.Fields(c.not) {
			if slices.Contains(offered, not) {
				t.Errorf("%s: %s is offered", c.marked, not)
			}
		}
	}
}

// TestInspectionInsideArguments explains stages and parameters where they stand.
func TestInspectionInsideArguments(t *testing.T) {
	s := withToys(t)
	for marked, want := range map[string]string{
		"settle(map=ti‸lt)":           "tilt is a turn of the plane",
		"settle(map=tilt(an‸gle=3))":  "by how much, in degrees",
		"settle(map=parts(co‸unt=3))": "how many parts",
		"settle(m‸ap=tilt)":           "must be a map form: ",
		"se‸ttle":                     "candidates may be given",
		"settle(map=parts(‸":          "parts is a turn a class",
	} {
		code, cursor := at(marked)
		if h, ok := s.Inspect(code, cursor, 0); !ok || !strings.Contains(flat(h.Text), want) {
			t.Errorf("%s: want %q in\n%s", marked, want, h.Text)
		}
	}
}
