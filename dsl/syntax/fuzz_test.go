package syntax_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"unfold/dsl/lower"
	"unfold/dsl/syntax"
)

// seeds adds every cell of the test data of this package and of lower.
func seeds(f *testing.F) {
	for _, pattern := range []string{"testdata/*.txtar", "../lower/testdata/*.txtar"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			for _, file := range txtar.Parse(data).Files {
				f.Add(string(file.Data))
			}
		}
	}
	for _, odd := range []string{"", "|", "a..b", "...", "..", "((((", "))", "load(`\r\n`)|svm", "load|\x00svm", "load | svm)(", "f(k=", "[..]", "\ufeffload|svm", "load|(", "x:=|", "func(", "load|/*", "load(a=b=c)",
		"load|svm(C=1..2..3)", "load|svm(C=[auto,", "load|svm([[1],auto..2])", "load|svm(C=2^-3..2^9 log)", "load|svm(1..2 by 3 log 4)", "load|svm(a.b..c.d by -.5)", "load|svm(..by log)", "load|svm([1..2, auto])",
		"load|svm(C=knn(3))", "load|svm(C=[knn, knn(k=[1, 2]), auto])", "svm(knn(svm(knn(svm))))", "load|svm(C=knn(", "load|svm(C=[knn(k=1..2", "load|svm(C=knn|svm)", "svm(C=(knn()), knn())|svm(C= /* a */ knn)", "svm(C=knn().k)"} {
		f.Add(odd)
	}
}

// FuzzParse holds the parser against any text: it returns, its tree lies
// inside the text and in its order, and what it lowers has the same lines.
func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		c, found := syntax.Parse("a.uf", src, toy)
		for _, g := range found {
			if g.Span.Line < 1 || g.Span.Col < 1 || g.Summary == "" {
				t.Errorf("a finding nowhere: %+v", g)
			}
		}
		found.Traceback(true)
		for _, p := range c.Pipelines() {
			at := p.From
			for _, o := range p.Operands {
				if e := o.Bounds(); e.From < at || e.To < e.From || e.To > p.To {
					t.Fatalf("an operand at %v in a pipeline at %v", e, p.Extent)
				}
				at = o.Bounds().To
			}
		}
		syntax.Pending(src, nil)
		if len(found) > 0 {
			return
		}
		text, sites := lower.Lower(c, 0)
		if strings.Count(text, "\n") != strings.Count(src, "\n") {
			t.Errorf("lines moved in\n%s", text)
		}
		if len(sites) == 0 && len(c.Go.Nodes) == 0 && text != src {
			t.Errorf("text without pipelines changed")
		}
	})
}

// FuzzFormat holds the printer against any text that it accepts.
func FuzzFormat(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		formatted, err := syntax.Format("a.uf", src, toy)
		if err != nil {
			if formatted != src {
				t.Errorf("a faulty text changed")
			}
			return
		}
		again, err := syntax.Format("a.uf", formatted, toy)
		if err != nil {
			t.Fatalf("the formatted text has findings: %v\n%s", err, formatted)
		}
		if again != formatted {
			t.Errorf("formatted again\n%q\nit becomes\n%q", formatted, again)
		}
		if before, after := tokens(src), tokens(formatted); before != after {
			t.Errorf("the meaning changed from\n%s\nto\n%s", before, after)
		}
	})
}

// bare is what gofmt takes out, puts in, or writes in another case.
var bare = strings.NewReplacer("(", " ", ")", " ", ";", " ", ",", " ", "{", " ", "}", " ")

var imaginary = regexp.MustCompile(`\b0+([0-9_]+i)`)

// tokens is the meaning of a text as far as gofmt respects it: it drops
// parentheses around conditions and types, writes 0x for 0X and 1i for 01i.
func tokens(src string) string {
	words := strings.Fields(strings.ToLower(bare.Replace(meaning(src))))
	return imaginary.ReplaceAllString(strings.Join(words, " "), "$1")
}
