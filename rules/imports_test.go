package rules

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// diagram is what ARCHITECTURE.md says of the imports of each room: which other
// rooms its packages may import.
type diagram struct {
	groups map[string][]string // names that stand for several rooms
	rooms  map[string][]string // packages whose path starts so; the longest match counts
}

// readDiagram reads the block of ARCHITECTURE.md that begins with ```imports: a
// line "name = rooms" gives several rooms a name, a line "rooms → rooms" says what
// those on the left may import.
func readDiagram(t *testing.T) diagram {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(text), "```imports\n")
	block, _, closed := strings.Cut(block, "```")
	if !found || !closed {
		t.Fatal("ARCHITECTURE.md has no block of imports")
	}
	d := diagram{map[string][]string{}, map[string][]string{"": {"cli"}, "cli": nil}} // main calls cli, which wires everything
	for _, line := range strings.Split(block, "\n") {
		if group, rooms, ok := strings.Cut(line, "="); ok {
			d.groups[strings.TrimSpace(group)] = d.expand(rooms)
			continue
		}
		rooms, imports, ok := strings.Cut(line, "→")
		if !ok && strings.TrimSpace(line) != "" {
			t.Fatalf("ARCHITECTURE.md: %q is neither a group nor what a room imports", line)
		}
		for _, room := range d.expand(rooms) {
			d.rooms[room] = append(d.rooms[room], d.expand(imports)...)
		}
	}
	return d
}

// expand returns the rooms of a list, in which groups stand for theirs.
func (d diagram) expand(list string) []string {
	var rooms []string
	for _, name := range strings.Fields(list) {
		if group, ok := d.groups[name]; ok {
			rooms = append(rooms, group...)
			continue
		}
		rooms = append(rooms, name)
	}
	return rooms
}

// roomOf is the room that a package is in.
func (d diagram) roomOf(pkg string) string {
	best := ""
	for room := range d.rooms {
		if (room == pkg || strings.HasPrefix(pkg, room+"/")) && len(room) > len(best) {
			best = room
		}
	}
	return best
}

// keepers are the only rooms that may import certain modules.
var keepers = map[string]string{
	"github.com/traefik/yaegi":     "dsl/interp/machine",
	"golang.org/x/crypto":          "kernel/zmtp",
	"go.etcd.io/bbolt":             "kernel/history",
	"github.com/ebitengine/purego": "engine/linear/blas",
	"github.com/parquet-go":        "engine/data/format/columnar",
	"github.com/apache/arrow-go":   "engine/data/format/columnar",
	"modernc.org/sqlite":           "engine/data/format/sqlite",
}

func TestImportsRunOneWay(t *testing.T) {
	seen, d := 0, readDiagram(t)
	eachImport(t, func(file, from, imported string) {
		seen++
		if strings.HasSuffix(file, "_test.go") {
			return // tests may look upward
		}
		for module, keeper := range keepers {
			if strings.HasPrefix(imported, module) && !strings.HasPrefix(from, keeper) {
				t.Errorf("%s imports %s, which is %s's alone", file, imported, keeper)
			}
		}
		// engine/bench is a command, which prints and is interrupted.
		if strings.HasPrefix(from, "engine") && from != "engine/bench" && slices.Contains([]string{"log", "log/slog", "os/signal", "html", "html/template"}, imported) {
			t.Errorf("%s imports %s: nothing under engine prints, logs or knows HTML", file, imported)
		}
		inside, ours := strings.CutPrefix(imported, "unfold/")
		if !ours || from == "cli" {
			return
		}
		if here, there := d.roomOf(from), d.roomOf(inside); !slices.Contains(d.rooms[here], there) {
			t.Errorf("%s: %s may not import %s", file, from, inside)
		}
	})
	if seen < 100 {
		t.Fatalf("looked at %d imports only", seen)
	}
}

// TestRoomsExist keeps the diagram honest.
func TestRoomsExist(t *testing.T) {
	found, d := map[string]bool{}, readDiagram(t)
	eachImport(t, func(_, from, _ string) { found[d.roomOf(from)] = true })
	for room := range d.rooms {
		if !found[room] {
			t.Errorf("no package in room %q", room)
		}
	}
}

// eachImport calls yield for every import of every Go file of the module.
func eachImport(t *testing.T, yield func(file, from, imported string)) {
	t.Helper()
	eachFile(t, func(file string) error {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from := path.Dir(file)
		if from == "." {
			from = ""
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			yield(file, from, imported)
		}
		return nil
	})
}

// eachFile calls yield for every Go file of the module.
func eachFile(t *testing.T, yield func(file string) error) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "build" || strings.HasPrefix(d.Name(), ".") && file != ".") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") {
			return nil
		}
		return yield(filepath.ToSlash(file))
	})
	if err != nil {
		t.Fatal(err)
	}
}
