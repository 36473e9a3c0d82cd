package dataset

import (
	"slices"
	"strings"
	"testing"

	"unfold/engine/enginetest"
)

func TestJSON(t *testing.T) {
	const want = "a b{u,v} c → y\n1.5 0 1 → 2.25\nNaN 1 0 → 3\n2 NaN NaN → 4"
	for name, text := range map[string]string{
		"lines":    `{"a": 1.5, "b": "u", "c": true, "y": 2.25}` + "\n" + `{"b": "v", "c": false, "y": 3, "a": null}` + "\n\n" + `{"y": 4, "a": 2, "b": "?"}` + "\n",
		"an array": ` [ {"a": 1.5, "b": "u", "c": true, "y": 2.25}, {"a": null, "b": "v", "c": false, "y": 3}, {"y": 4, "a": 2e0}]`,
	} {
		table, said, err := readText(text, func(l *Load) { l.Response = []string{"y"} })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := enginetest.Text(table); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
		if !slices.Contains(said, "c: true was read as 1, false as 0") || !slices.Contains(said, "categorical: b") {
			t.Errorf("%s: said %q", name, said)
		}
	}
	table, said, err := readText(`{"id": 9007199254740993, "x": "5 %", "y": "u"}{"id": 9007199254740992, "x": "7 %", "y": "v"}`, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Text(table), "id x → y{u,v}\n9.007199254740992e+15 5 → u\n9.007199254740992e+15 7 → v"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if all := strings.Join(said, "\n"); !strings.Contains(all, "9007199254740993, whose last digits are lost") || !strings.Contains(all, "in per cent") {
		t.Errorf("said %q", said)
	}
}

func TestFaultsOfJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}{"a": [1]}`: `row 2 has an object or a list as "a"; write each of its values under a name of its own`,
		`{"a": {"b": 1}}`:    `row 1 has an object or a list as "a"`,
		`{"a": 1, "a": 2}`:   `row 1 has "a" twice; give each name one value`,
		`{"a": 1}{"a"`:       "the JSON ends within row 2; take the whole file",
		`[{"a": 1}`:          "the JSON ends within row 1",
		`{"a": 1} 7`:         `row 2 is no object with names and values`,
		`{"a": 1}x`:          "the JSON cannot be read behind row 1: ",
		`{"a": 1e999}`:       `row 1 has 1e999 as "a", beyond what a number holds`,
		`{"a": 1, "y": 2}{"a": "word", "y": 3}{"a": 3, "y": 4}`: `row 2: column 1 (a) holds "word", which is not a number`,
		`{}`: "the file has a header but no rows",
	} {
		_, _, err := readText(text, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, text := range []string{`{"a": 1, "b": "u", "c": true}`, `[{"a": null}, {"b": 9007199254740993}]`, `{"": ""}{"\ud800": "x"}`, `{"a": 1e999}`, `[{"x":[`, `{"x":{}}`, `{}`, `[]`, `{"a":"5 %"}{"a":"$3"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkTable(t, text, nil)
		checkTable(t, `{"a": 1}`+text, nil)
	})
}
