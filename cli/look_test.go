package cli

import (
	"encoding/base64"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"unfold/kernel/render"
	"unfold/kernel/terminal"
)

// inline matches the pictures of a page.
var inline = regexp.MustCompile(`src="data:image/svg\+xml;base64,([^"]*)"`)

// shown runs cells in one session and returns the page's part of the last, with its pictures
// as the SVG that they are, and its text.
func shown(t *testing.T, cells ...string) (page, text string, failed error) {
	t.Helper()
	draw := render.New(render.Options{})
	s, err := newSession(draw)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	for _, code := range cells {
		if value, err = s.Eval(t.Context(), code, terminal.NewOutput(draw)); err != nil {
			return "", "", err
		}
	}
	data, _ := draw.Render(value)
	page, _ = data["text/html"].(string)
	return inline.ReplaceAllStringFunc(page, func(found string) string {
		svg, _ := base64.StdEncoding.DecodeString(inline.FindStringSubmatch(found)[1])
		return string(svg)
	}), draw.Text(value), nil
}

// TestDefaults: what is set for a session is seen in figures that say nothing else, and in
// no others.
func TestDefaults(t *testing.T) {
	const night, report = "#1a1a1a", `swissroll(n=60) | pca | scatter`
	if page, _, _ := shown(t, report); strings.Contains(page, night) || !strings.Contains(page, "#440154") {
		t.Error("a figure is not as usual")
	}
	if page, _, _ := shown(t, `defaults(theme="dark", palette="cividis")`, report); !strings.Contains(page, night) || !strings.Contains(page, "#00224e") {
		t.Error("a figure has not what is set for the session")
	}
	if page, _, _ := shown(t, `defaults(theme="dark", palette="cividis")`, `swissroll(n=60) | pca | scatter(theme="notebook", palette="magma")`); strings.Contains(page, night) || strings.Contains(page, "#00224e") {
		t.Error("what is set for the session goes before what the figure asks")
	}
	if page, _, _ := shown(t, `defaults(theme="dark")`, `defaults()`, report); strings.Contains(page, night) {
		t.Error("the session does not go back to the beginning")
	}
	for cell, want := range map[string]string{
		`defaults(theme="pink")`:     `theme cannot be "pink"`,
		`defaults(pallette="magma")`: "did you mean palette?",
		`defaults(palette="magmi")`:  "did you mean magma?",
		`defaults(size=100)`:         "from 0.1 to 10",
		`defaults("dark")`:           "by name",
		`defaults(brief="yes")`:      "brief=true",
	} {
		if _, _, err := shown(t, cell); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", cell, err, want)
		}
	}
}

// TestBrief: a brief report has its first figure, the scores and the notes, and says what
// it leaves out.
func TestBrief(t *testing.T) {
	const pipeline = `swissroll(n=60) | holdout | isomap(k=8) | krr | ridge`
	full, fullText, _ := shown(t, pipeline)
	for _, cells := range [][]string{{`brief(` + pipeline + `)`}, {`defaults(brief=true)`, pipeline}} {
		page, text, err := shown(t, cells...)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(page, "<figure") != 1 || strings.Count(full, "<figure") < 3 || strings.Contains(page, "What it cost") || !strings.Contains(page, "rmse") {
			t.Errorf("%q: the page has %d figures of %d", cells, strings.Count(page, "<figure"), strings.Count(full, "<figure"))
		}
		for _, part := range []string{"in brief: without", "more figures and what each step cost"} {
			if !strings.Contains(page, part) || !strings.Contains(text, part) {
				t.Errorf("%q do not say %q", cells, part)
			}
		}
		if !(len(text) < len(fullText)) || !strings.Contains(text, "rmse") {
			t.Errorf("the text is\n%s", text)
		}
	}
}

// TestSelected: rows that are selected in a figure are a value in a cell, in their order.
func TestSelected(t *testing.T) {
	draw := render.New(render.Options{})
	s, err := newSession(draw)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range [][]int{{}, {17, 3}} {
		s.Select(rows)
		value, err := s.Eval(t.Context(), "selected()", terminal.NewOutput(draw))
		if want := append([]int{}, rows...); err != nil || len(rows) > 0 && !reflect.DeepEqual(value, []int{3, 17}) || len(rows) == 0 && !reflect.DeepEqual(value, want) {
			t.Errorf("%v, selected() is %v", err, value)
		}
	}
}
