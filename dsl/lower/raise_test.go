package lower

import "testing"

func TestRaise(t *testing.T) {
	sites := []Site{{Text: "load |\n\tsvm"}, {Text: `load("a)")`}}
	for message, want := range map[string]string{
		"no call":    "no call",
		"x of int":   "x of int",
		"uf__.Auto!": "auto!",
		`(uf__.Pipe(0, uf__.Stage(1, "load", "a)"))).X undefined`: "(load | svm).X undefined",
		`cannot use uf__.Stage(1, "load", "a)") as int`:           `cannot use load("a)") as int`,
		`f(uf__.Named("k", uf__.Stage(1, "load", "\")")))`:        `f(k=load("a)"))`,
		"uf__.Stage(7, \"x\") is not a site":                      "... is not a site",
		"uf__.Pipe(0, cut":                                        "load | svm",
	} {
		if got := Raise(message, sites); got != want {
			t.Errorf("%s\ngave %s\nwant %s", message, got, want)
		}
	}
}
