package core

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"io/fs"
	"net/rpc"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/traefik/yaegi/interp"
	"golang.org/x/tools/txtar"
)

var updateFaults = flag.Bool("update-faults", false, "ask go run what the programs of testdata/faults.txtar print")

// A fault is a program that the bare interpreter does not evaluate as Go does.
type fault struct {
	name, rule, pass string
	text, want       string
}

// ofTypes is the rule of faults that syntax does not show.
const ofTypes = "types"

// without says of each rule that has no fault why it is one all the same.
var without = map[rule]string{
	goCall:      "a panic in a goroutine ends the program",
	recovering:  "deferred calls are run by a function of our own, which alone knows of the panic",
	elidedKey:   "only maps of types that are made at run time show it",
	otherSyntax: "it is whatever nobody has looked at",
}

// TestFaults runs each program on the bare interpreter. One that it evaluates
// as Go does is a reason less for the pass that works around it.
func TestFaults(t *testing.T) {
	for _, f := range faults(t) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			if got := bare(f.text); got == f.want {
				t.Errorf("the interpreter evaluates %s rightly now: shrink the pass %s, and the rule %s if this was its last fault", f.name, f.pass, f.rule)
			}
		})
	}
}

// TestEveryRuleHasAFault holds rules to faults, and faults to rules: Verify
// refuses the program as it is.
func TestEveryRuleHasAFault(t *testing.T) {
	shown := map[string]int{}
	for _, f := range faults(t) {
		shown[f.rule]++
		if f.rule == ofTypes {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.name, f.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		broken := map[string]bool{}
		verify(file, func(_ ast.Node, r rule) { broken[r.String()] = true })
		if !broken[f.rule] {
			t.Errorf("%s breaks %v, and not %s", f.name, broken, f.rule)
		}
		if Verify(file) == nil {
			t.Errorf("%s is core Go", f.name)
		}
	}
	for r := range rules {
		name := rule(r).String()
		if reason := without[rule(r)]; (shown[name] > 0) == (reason != "") {
			t.Errorf("the rule %s has %d faults, and the reason to have none %q", name, shown[name], reason)
		}
		delete(shown, name)
	}
	delete(shown, ofTypes)
	for name := range shown {
		t.Errorf("%s is no rule", name)
	}
}

// TestRulesAreDocumented: docs/core.md says what each rule is for.
func TestRulesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/core.md")
	if err != nil {
		t.Fatal(err)
	}
	for r := range rules {
		if row := "| " + rule(r).String() + " |"; !bytes.Contains(text, []byte(row)) {
			t.Errorf("docs/core.md has no row %s", row)
		}
	}
}

// faults reads testdata/faults.txtar.
func faults(t *testing.T) (list []fault) {
	t.Helper()
	const path = "testdata/faults.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		program, want := archive.Files[i], &archive.Files[i+1]
		f := fault{name: strings.TrimSuffix(program.Name, ".go"), text: string(program.Data)}
		if want.Name != f.name+".want" {
			t.Fatalf("%s is followed by %s", program.Name, want.Name)
		}
		for line := range strings.Lines(f.text) {
			if rule, ok := strings.CutPrefix(line, "// rule: "); ok {
				f.rule = strings.TrimSpace(rule)
			}
			if pass, ok := strings.CutPrefix(line, "// pass: "); ok {
				f.pass = strings.TrimSpace(pass)
			}
		}
		if *updateFaults {
			want.Data = goRun(t, f)
		}
		f.want = string(want.Data)
		if f.rule == "" || f.pass == "" || f.want == "" {
			t.Fatalf("%s lacks a rule, a pass, or what Go prints", f.name)
		}
		list = append(list, f)
	}
	if *updateFaults {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// goRun is what Go prints.
func goRun(t *testing.T, f fault) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), f.name+".go")
	if err := os.WriteFile(path, []byte(f.text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", path).Output()
	if err != nil {
		t.Fatalf("%s: %v", f.name, err)
	}
	return out
}

// bare is what the interpreter alone prints, and its error behind that.
func bare(text string) (said string) {
	out := new(output)
	defer func() {
		if r := recover(); r != nil {
			said = out.String() + fmt.Sprint("panic: ", r)
		}
	}()
	i := interp.New(interp.Options{Stdout: out, Stderr: io.Discard})
	if err := i.Use(symbols(out)); err != nil {
		return err.Error()
	}
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
	defer stop()
	if _, err := i.EvalWithContext(ctx, text); err != nil {
		return out.String() + "error: " + err.Error()
	}
	return out.String()
}

// An output is what a program has written, which may go on after its end.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// symbols are what the programs import.
func symbols(out io.Writer) interp.Exports {
	of := reflect.ValueOf
	return interp.Exports{
		"errors/errors": {"New": of(errors.New)},
		"fmt/fmt": {
			"Print":    of(func(a ...any) (int, error) { return fmt.Fprint(out, a...) }),
			"Printf":   of(func(format string, a ...any) (int, error) { return fmt.Fprintf(out, format, a...) }),
			"Println":  of(func(a ...any) (int, error) { return fmt.Fprintln(out, a...) }),
			"Sprint":   of(fmt.Sprint),
			"Stringer": of((*fmt.Stringer)(nil)),
		},
		"go/scanner/scanner": {"Error": of((*scanner.Error)(nil)), "ErrorList": of((*scanner.ErrorList)(nil))},
		"io/fs/fs":           {"WalkDirFunc": of((*fs.WalkDirFunc)(nil))},
		"net/rpc/rpc":        {"Call": of((*rpc.Call)(nil))},
		"reflect/reflect":    {"StructTag": of((*reflect.StructTag)(nil))},
		"strings/strings":    {"Builder": of((*strings.Builder)(nil))},
		"sync/sync":          {"OnceFunc": of(sync.OnceFunc)},
		"time/time":          {"May": of(time.May), "Month": of((*time.Month)(nil))},
	}
}
