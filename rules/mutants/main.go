// Command mutants tells how much of the code the tests watch: it draws places of the
// module, changes one operator or number at each, and runs the tests of the package.
// A change that no test notices survives, and is printed.
//
//	go run ./rules/mutants -packages 20 -each 20
//
// Files are changed in the eyes of the compiler only.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

var (
	packages = flag.Int("packages", 20, "how many packages are drawn")
	each     = flag.Int("each", 20, "how many changes are tried in each")
	seed     = flag.Uint64("seed", 1, "of the draws")
	short    = flag.Bool("short", false, "run the quick tests only")
)

// A change puts a text in the place of another.
type change struct {
	file     string
	at       token.Position
	from, to string
}

func (c change) String() string {
	return fmt.Sprintf("%s:%d:%d: %s becomes %s", c.file, c.at.Line, c.at.Column, c.from, c.to)
}

// swaps are the operators that stand in for others.
var swaps = map[token.Token]string{
	token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*",
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=", token.NEQ: "==",
	token.LAND: "||", token.LOR: "&&", token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.MUL_ASSIGN: "/=",
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run() error {
	all, err := tested()
	if err != nil {
		return err
	}
	draw := rand.New(rand.NewPCG(*seed, 0))
	draw.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	killed, tried := 0, 0
	for _, p := range all[:min(*packages, len(all))] {
		changes, err := p.changes()
		if err != nil {
			return err
		}
		draw.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
		here, dead := 0, 0
		for _, c := range changes {
			if here == *each {
				break
			}
			built, failed, err := try(p.ImportPath, c)
			if err != nil {
				return err
			}
			if !built {
				continue
			}
			here++
			if failed {
				dead++
			} else {
				fmt.Println(c)
			}
		}
		fmt.Printf("%s: %d of %d are noticed\n", p.ImportPath, dead, here)
		killed, tried = killed+dead, tried+here
	}
	fmt.Printf("all: %d of %d are noticed, %.1f %%\n", killed, tried, 100*float64(killed)/float64(max(tried, 1)))
	return nil
}

// A testedPackage has files, and tests of its own.
type testedPackage struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// tested lists the packages of the module that have tests.
func tested() (all []testedPackage, err error) {
	text, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles", "./...").Output()
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More(); {
		var p testedPackage
		if err := decoder.Decode(&p); err != nil {
			return nil, err
		}
		if len(p.GoFiles) > 0 && len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			all = append(all, p)
		}
	}
	return all, nil
}

// changes are all that can be made to the written code of the package.
func (p testedPackage) changes() (all []change, err error) {
	for _, name := range p.GoFiles {
		files, file := token.NewFileSet(), filepath.Join(p.Dir, name)
		parsed, err := parser.ParseFile(files, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if ast.IsGenerated(parsed) {
			continue
		}
		add := func(at token.Pos, from, to string) {
			all = append(all, change{file, files.Position(at), from, to})
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				return n.Tok != token.IMPORT
			case *ast.BinaryExpr:
				if to := swaps[n.Op]; to != "" {
					add(n.OpPos, n.Op.String(), to)
				}
			case *ast.AssignStmt:
				if to := swaps[n.Tok]; to != "" {
					add(n.TokPos, n.Tok.String(), to)
				}
			case *ast.BasicLit:
				if v, err := strconv.Atoi(n.Value); n.Kind == token.INT && err == nil {
					add(n.Pos(), n.Value, strconv.Itoa(v+1))
				}
			}
			return true
		})
	}
	return all, nil
}

// try runs the tests of a package as if the change had been made.
func try(path string, c change) (built, failed bool, err error) {
	text, err := os.ReadFile(c.file)
	if err != nil {
		return false, false, err
	}
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, false, err
	}
	defer os.RemoveAll(folder)
	changed, overlay := filepath.Join(folder, "changed.go"), filepath.Join(folder, "overlay.json")
	text = append(append(append([]byte(nil), text[:c.at.Offset]...), c.to...), text[c.at.Offset+len(c.from):]...)
	if err := os.WriteFile(changed, text, 0o666); err != nil {
		return false, false, err
	}
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{c.file: changed}})
	if err != nil {
		return false, false, err
	}
	if err := os.WriteFile(overlay, replaced, 0o666); err != nil {
		return false, false, err
	}
	said, err := exec.Command("go", "test", "-vet=off", "-failfast", "-timeout=3m", "-overlay", overlay, fmt.Sprintf("-short=%v", *short), path).CombinedOutput()
	return !strings.Contains(string(said), "[build failed]"), err != nil, nil
}
