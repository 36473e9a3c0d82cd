package dsl_test

import (
	"os"
	"strings"
	"testing"
)

// TestCellsOfGoNB: %% has arguments and reads flags, each time anew, wherever it stands;
// what cannot be done here is told and does nothing.
func TestCellsOfGoNB(t *testing.T) {
	before := os.Args
	defer func() { os.Args = before }()
	os.Args = []string{"notebook"}
	s := newSession(t)
	for _, c := range []struct{ code, want string }{
		{"import (\"flag\"; \"fmt\"; \"os\")\nvar many = flag.Int(\"many\", 1, \"how many\")\n%% -many=3 'a b' c\n\tfmt.Printf(\"%d %q %q\", *many, flag.Args(), os.Args)",
			`3 ["a b" "c"] ["notebook" "-many=3" "a b" "c"]`},
		{"%%\nfmt.Print(*many, len(os.Args))", "1 1"},
		{"%% -bogus\nfmt.Print(1)", "%main: flag provided but not defined: -bogus"},
		{"%% -h", "how many"},
		{"%args x -y\nfmt.Print(os.Args[1:])", "[x -y]"},
		{"%goflags -race\nfmt.Print(1)", "note: %goflags does nothing: cells are interpreted, so flags of go build change nothing\n1"},
		{"%wasm\nfmt.Print(1)", "note: %wasm does nothing"},
		{"%test\nfunc F() int { return 1 }", "note: %test does nothing"},
		{"%track", "there is no command %track"},
		{"%%bogus\nfmt.Print(1)", "there is no command %%bogus"},
	} {
		if got := flat(said(t, s, c.code)); !strings.Contains(got, flat(c.want)) {
			t.Errorf("%s\nsays %s", c.code, got)
		}
	}
}
