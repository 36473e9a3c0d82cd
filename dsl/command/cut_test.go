package command

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
	"testing"

	"unfold/dsl/diag"
)

// parts writes the pieces of a cell, commands after their sign.
func parts(text string) (list []string) {
	for _, p := range Cut(text) {
		part := strings.TrimSpace(text[p.From:p.To])
		if !p.IsGo() {
			part = "<" + p.Sign + "> " + part
		}
		list = append(list, part)
	}
	return list
}

func TestCut(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"go alone":                {"x := 7\ny := x % 3", []string{"x := 7\ny := x % 3"}},
		"empty":                   {"", []string{""}},
		"a line":                  {"%who", []string{"<%> %who"}},
		"mixed":                   {"x := 7\n%who\ny := 8\n!ls -l\n", []string{"x := 7", "<%> %who", "y := 8", "<!> !ls -l"}},
		"indented":                {"  %cd ..\n\t!pwd", []string{"<%> %cd ..", "<!> !pwd"}},
		"continued":               {"x := 7 +\n!b", []string{"x := 7 +\n!b"}},
		"modulo continued":        {"x := (7\n% 3)", []string{"x := (7\n% 3)"}},
		"in a block":              {"if ok {\n!done\n%x\n}", []string{"if ok {\n!done\n%x\n}"}},
		"in a call":               {"f(\n%x,\n)", []string{"f(\n%x,\n)"}},
		"in a raw string":         {"s := `\n%who\n!ls\n`\n%who", []string{"s := `\n%who\n!ls\n`", "<%> %who"}},
		"in a comment":            {"/*\n%who\n*/\n// it's\n%who", []string{"<%> %who"}},
		"quotes in a shell line":  {"!echo it's \"\nx := 1\n%who", []string{"<!> !echo it's \"", "x := 1", "<%> %who"}},
		"brackets in shell lines": {"!echo (((\nx := 1", []string{"<!> !echo (((", "x := 1"}},
		"shell line goes on":      {"!echo a \\\n  b\nx := 1", []string{"<!> !echo a \\\n  b", "x := 1"}},
		"program":                 {"$git status", []string{"<$> $git status"}},
		"help before":             {"?isomap\nx := 1", []string{"<?> ?isomap", "x := 1"}},
		"help behind":             {"x := 1\nisomap?\nstrings.ToUpper??", []string{"x := 1", "<?> isomap?", "<?> strings.ToUpper??"}},
		"help on a command":       {"%time?", []string{"<?> %time?"}},
		"question in a string":    {"s := \"who?\"", []string{"s := \"who?\""}},
		"question continued":      {"x :=\nwho?", []string{"x :=\nwho?"}},
		"code over lines":         {"%time for i := range 3 {\nf(i)\n}\ng()", []string{"<%> %time for i := range 3 {\nf(i)\n}", "g()"}},
		"code with bars":          {"%time load\n  | scale // why\n  | isomap(k=3)\nx := 1", []string{"<%> %time load\n  | scale // why\n  | isomap(k=3)", "x := 1"}},
		"code continued":          {"%timeit -n 3 a +\nb\nc", []string{"<%> %timeit -n 3 a +\nb", "c"}},
		"whole":                   {"%%bash\nls\n%who\n", []string{"<%%> %%bash\nls\n%who"}},
		"whole below space":       {"\n\n  %%html\n<p>", []string{"<%%> %%html\n<p>"}},
		"whole misplaced":         {"x := 1\n%%bash\nls", []string{"x := 1", "<%%> %%bash", "ls"}},
		"keyword":                 {"return\n%who", []string{"return", "<%> %who"}},
		"increment":               {"i++\n!ls", []string{"i++", "<!> !ls"}},
		"slash in a comment":      {"/*/ %who\n!ls */\n%who", []string{"<%> %who"}},
		"windows lines":           {"x := 1\r\n%who\r\ny := 2\r\n", []string{"x := 1", "<%> %who", "y := 2"}},
		"label":                   {"case 1:\n%who", []string{"case 1:", "<%> %who"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := parts(c.text); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestGoKeepsItsPlace looks up each Go word of a cell where it stood.
func TestGoKeepsItsPlace(t *testing.T) {
	text := "größe := 1\n!echo 'x\n  %time  größe +\n\t2\ny?\n%timeit -n 3 f(größe)\nlast()"
	golang := Go(text, Cut(text), len(text))
	if len(golang) != len(text) || strings.Count(golang, "\n") != strings.Count(text, "\n") {
		t.Fatalf("%d bytes of %d:\n%s", len(golang), len(text), golang)
	}
	for i, c := range []byte(golang) {
		if c != ' ' && c != text[i] {
			t.Fatalf("byte %d is %q, was %q", i, c, text[i])
		}
	}
	for _, want := range []string{"größe := 1", "größe +\n\t2", "f(größe)", "last()"} {
		if strings.Index(golang, want) != strings.Index(text, want) {
			t.Errorf("%q has moved in\n%s", want, golang)
		}
	}
	if strings.Contains(golang, "echo") || strings.Contains(golang, "y?") {
		t.Errorf("a command is left in\n%s", golang)
	}
}

func TestParseFindsFaults(t *testing.T) {
	for text, want := range map[string]string{
		"%tmie f()":        "there is no command %tmie; did you mean %time?",
		"%":                "the name of a command is missing after %",
		"%%lsmagic\n":      "%%lsmagic is a command of one line",
		"x := 1\n%%bash":   "%%bash takes a whole cell, and stands in the middle of one",
		"%html <p>":        "%html takes a whole cell",
		"%cd 'my folder":   "a quote is not closed; put ' where the word ends",
		"%%wirtefile x\na": "there is no command %%wirtefile; did you mean %%writefile?",
		"%xyzzy":           "a line for the shell begins with !",
	} {
		var found diag.List
		for _, p := range Cut(text) {
			if !p.IsGo() {
				_, list := Parse(diag.NewSource("In[1]", text), p)
				found = append(found, list...)
			}
		}
		if len(found) != 1 || !strings.Contains(found[0].Error(), want) {
			t.Errorf("%q: got %v, want %q", text, found, want)
		}
	}
}

func TestWords(t *testing.T) {
	text := `%writefile -a 'my notes'.txt ""`
	c, found := Parse(diag.NewSource("In[1]", "%"+text), Cut("%" + text)[0])
	if found != nil {
		t.Fatal(found)
	}
	var got []string
	for _, w := range c.Words {
		got = append(got, w.Text)
	}
	if want := []string{"-a", "my notes.txt", ""}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzCut holds for any text: pieces are in order and within it, what lies
// between them is space or comments, and a text without a sign is Go.
func FuzzCut(f *testing.F) {
	for _, seed := range []string{"x := 1\n%who\n!ls", "%%bash\nls", "a?\n?b\n$c", "s := `\n%a`\n/*\n!b*/", "%time a |\n b\n | c", "\"%\n%who", "%%", "%time", "!\\", "'\\", "/*", "%time /*\n*/ x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, p := range Cut(text) {
			for _, e := range []Extent{p.Extent, p.Word, p.Rest, p.Body} {
				if e.From > e.To || e.To > len(text) {
					t.Fatalf("%q: extent %v of %+v", text, e, p)
				}
			}
			if p.From < at || p.IsGo() != (p.Sign == "") {
				t.Fatalf("%q: %+v begins before %d", text, p, at)
			}
			if between := text[at:p.From]; !nothing(between) {
				t.Fatalf("%q: %q is lost", text, between)
			}
			at = p.To
			if !p.IsGo() {
				if c, found := Parse(diag.NewSource("x", text), p); (c == nil) == (found == nil) {
					t.Fatalf("%q: both or neither of a call and findings", text)
				}
			}
		}
		if !nothing(text[at:]) {
			t.Fatalf("%q: %q is lost", text, text[at:])
		}
		if !strings.ContainsAny(text, "%!$?") && (len(Cut(text)) != 1 || Any(Cut(text))) {
			t.Fatalf("%q: a command without a sign", text)
		}
		if got := Go(text, Cut(text), len(text)); len(got) != len(text) {
			t.Fatalf("%q: %d bytes of Go, want %d", text, len(got), len(text))
		}
		for cursor := range min(len([]rune(text)), 200) {
			if c, ok := Complete(text, cursor, nobody{}); ok && (c.Start > c.End || c.Start < 0) {
				t.Fatalf("%q: completes from %d to %d", text, c.Start, c.End)
			}
		}
	})
}

// nothing reports whether a text has no words, as Go's scanner judges.
func nothing(text string) bool {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), func(token.Position, string) {}, 0)
	for {
		_, kind, _ := s.Scan()
		if kind == token.EOF {
			return true
		}
		if kind != token.SEMICOLON && !(kind == token.ILLEGAL) {
			return false
		}
	}
}
