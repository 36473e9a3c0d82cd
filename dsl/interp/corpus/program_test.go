package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A program is one entry of the corpus.
type program struct {
	category, name string
	source         string   // of the whole, "" if it is written in cells only
	cells          []string // "" if it is to be cut from the whole
	stdin          string
	want           string
	known          bool // whether want is
}

func (p *program) String() string { return p.category + "/" + p.name }

// A form is one way to say a program in cells.
type form struct {
	name  string
	cells []string
}

// forms are the ways in which a program is run.
func (p *program) forms() []form {
	var fs []form
	if p.source != "" {
		fs = append(fs, form{"program", []string{p.source}})
	}
	switch {
	case len(p.cells) > 0:
		fs = append(fs, form{"cells", p.cells})
	default:
		if cells := cut(p.source); cells != nil {
			fs = append(fs, form{"cells", cells})
		}
	}
	return fs
}

// categories reads the archives of testdata.
func categories(t *testing.T) map[string][]*program {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs in testdata: %v", err)
	}
	all := map[string][]*program{}
	for _, path := range files {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		category := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if all[category], err = programs(category, ar); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	return all
}

// programs reads the sections of an archive.
func programs(category string, ar *txtar.Archive) (list []*program, err error) {
	at := map[string]*program{}
	for _, f := range ar.Files {
		name, part := f.Name, ""
		if i := strings.IndexAny(f.Name, "./"); i >= 0 {
			name, part = f.Name[:i], f.Name[i:]
		}
		p := at[name]
		if p == nil {
			p = &program{category: category, name: name}
			at[name] = p
			list = append(list, p)
		}
		switch text := string(f.Data); {
		case part == ".go" && p.source == "":
			p.source = text
		case part == ".in" && p.stdin == "":
			p.stdin = text
		case part == ".want" && !p.known:
			p.want, p.known = text, true
		case part == fmt.Sprintf("/%d", len(p.cells)+1):
			p.cells = append(p.cells, strings.TrimSuffix(text, "\n"))
		default:
			return nil, fmt.Errorf("section %q is none of name.go, name.in, name.want, or the next cell", f.Name)
		}
	}
	return list, nil
}

// record writes what go run says of the programs into their archive.
func record(category string, list []*program) error {
	path := filepath.Join("testdata", category+".txtar")
	old, err := txtar.ParseFile(path)
	if err != nil {
		return err
	}
	ar := &txtar.Archive{Comment: old.Comment}
	add := func(name, text string) {
		ar.Files = append(ar.Files, txtar.File{Name: name, Data: []byte(text)})
	}
	for _, p := range list {
		if p.source != "" {
			add(p.name+".go", p.source)
		}
		for i, c := range p.cells {
			add(fmt.Sprintf("%s/%d", p.name, i+1), c)
		}
		if p.stdin != "" {
			add(p.name+".in", p.stdin)
		}
		add(p.name+".want", p.want)
	}
	return os.WriteFile(path, txtar.Format(ar), 0o644)
}

// An outcome is what a program did.
type outcome struct {
	stdout, stderr string
	end            string // "panic: ...", "exit status n", or "" if it ended well
}

func (o outcome) String() string {
	var b strings.Builder
	b.WriteString(ended(o.stdout))
	for line := range strings.Lines(ended(o.stderr)) {
		b.WriteString("! " + line)
	}
	if o.end != "" {
		b.WriteString(o.end + "\n")
	}
	return b.String()
}

// ended is a text whose last line ends, with a word about it if it did not.
func ended(text string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		return text + "\n\\ no newline at the end\n"
	}
	return text
}
