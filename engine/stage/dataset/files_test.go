package dataset

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"unfold/engine"
	"unfold/engine/enginetest"
)

// folder writes files and returns where they lie.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	at := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return at
}

func TestSeveralFiles(t *testing.T) {
	at := folder(t, map[string]string{
		"b.csv": "y,b,a\nv,2,x\nu,?,z\n", "a.csv": "a,b,y\nx,1,u\n", "c.jsonl": `{"a": "w", "b": "3.5", "y": "u"}`, "lacks.tsv": "a\ty\nx\tu\n", "has.txt": "a,b,more,y\nx,1,2,u\n", "word.csv": "a,b,y\nx,1,u\nx,2,u\nx,oops,u\n",
	})
	l := newLoad(filepath.Join(at, "[abc].*"))
	ctx, notes := engine.WithNotes(t.Context(), "load")
	table, err := l.Load(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Text(table), "a{w,x,z} b → y{u,v}\n1 1 → u\n1 2 → v\n2 NaN → u\n0 3.5 → u"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if said := notes(); len(said) == 0 || said[0].Text != "3 files, in the order of their names, a.csv to c.jsonl" {
		t.Errorf("said %v", said)
	}
	sum, err := l.Fingerprint()
	if err != nil || sum != table.SHA256 {
		t.Errorf("checksum %s of files of %s: %v", sum, table.SHA256, err)
	}
	for pattern, want := range map[string]string{
		"[al]*.?sv": "a.csv has the column b, which lacks.tsv lacks; give files with the same columns",
		"[ah]*.*":   "has.txt has the column more, which a.csv lacks",
		"x*.csv":    "no file is called like",
		"[aw]*.csv": `line 4 of word.csv: column 2 (b) holds "oops", which is not a number`,
	} {
		_, err := newLoad(filepath.Join(at, pattern)).Load(context.Background())
		enginetest.Refused(t, err, "path", want)
	}
}

// A file whose name has a star in it is that file.
func TestStarInAName(t *testing.T) {
	at := folder(t, map[string]string{"a*.csv": "a,y\n1,u\n", "ab.csv": "b,y\n1,u\n"})
	table, err := newLoad(filepath.Join(at, "a*.csv")).Load(context.Background())
	if err != nil || enginetest.Text(table) != "a → y{u}\n1 → u" {
		t.Errorf("%v", err)
	}
}

func TestZstandard(t *testing.T) {
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "a,y\n1,u\n2,v\n")
	w.Close()
	table, _, err := readText(packed.String(), nil)
	if err != nil || enginetest.Text(table) != "a → y{u,v}\n1 → u\n2 → v" {
		t.Errorf("%v", err)
	}
	_, _, err = readText(packed.String()[:packed.Len()-6], nil)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v of a file that is cut", err)
	}
	w.Reset(&packed)
	for range 2 << 10 {
		io.WriteString(w, strings.Repeat("0,1\n", 256))
	}
	w.Close()
	_, _, err = readText(packed.String(), func(l *Load) { l.Limit = 1 })
	enginetest.Refused(t, err, "limit", "the file has more than 1 MB")
}

// What comes through a pipe is kept for all that load it.
func TestPipe(t *testing.T) {
	p := &pipe{from: strings.NewReader("a,y\n1,u\n2,v\n"), done: make(chan struct{})}
	if sum, err := p.checksum(); err == nil {
		t.Errorf("checksum %s before anything was read", sum)
	}
	for range 2 {
		in, err := p.read(t.Context(), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		table, err := newLoad("-").read(t.Context(), in)
		if err != nil || enginetest.Text(table) != "a → y{u,v}\n1 → u\n2 → v" {
			t.Errorf("%v", err)
		}
		if sum, err := p.checksum(); err != nil || sum != table.SHA256 {
			t.Errorf("checksum %s, want %s: %v", sum, table.SHA256, err)
		}
	}
	silent, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&pipe{from: silent, done: make(chan struct{})}).read(ctx, 1<<20); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a wait that was given up", err)
	}
	_, err := (&pipe{from: strings.NewReader(""), done: make(chan struct{})}).read(t.Context(), 1<<20)
	enginetest.Refused(t, err, "path", "nothing came through standard input; send a table")
	_, err = (&pipe{from: strings.NewReader("a,b,c"), done: make(chan struct{})}).read(t.Context(), 3)
	enginetest.Refused(t, err, "limit", "the file has more than")
}
