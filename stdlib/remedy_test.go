package stdlib_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/evaluate/comparison"
	"unfold/engine/remedy"
	"unfold/stdlib"
)

// TestRemediesNameWhatExists reads the sources of the engine: every stage,
// parameter and value that a remedy names is one of the catalogue, and free advice
// names no stage and not the parameter that is at fault.
func TestRemediesNameWhatExists(t *testing.T) {
	c := newRemedyContract()
	calls := 0
	err := filepath.WalkDir("../engine", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "enginetest") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				called, args := remedyCall(n)
				if called != "" {
					calls++
				}
				for _, fault := range c.faults(called, args) {
					t.Errorf("%s: %s: %s", files.Position(n.Pos()), called, fault)
				}
			case *ast.CompositeLit:
				if param, text := freeAdvice(n); param != "" && regexp.MustCompile(`\b`+regexp.QuoteMeta(param)+`\b`).MatchString(text) {
					t.Errorf("%s: free advice names the parameter %s: %q", files.Position(n.Pos()), param, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || calls < 200 {
		t.Fatalf("%d calls are read: %v", calls, err)
	}
}

// TestTheContractOfRemediesRefuses: what does not exist is found.
func TestTheContractOfRemediesRefuses(t *testing.T) {
	c := newRemedyContract()
	for _, call := range [][]string{
		{"Put", "standardize"}, {"Use", "krr", "dropna"}, {"Drop", "umap"},
		{"Raise", "neighbours"}, {"Set", "graph", "delaunay"}, {"Load", "name the column", "column", "y"},
		{"Say", "put scale before it"}, {"Say", "embed with isomap"},
	} {
		if len(c.faults(call[0], call[1:])) == 0 {
			t.Errorf("%q passes", call)
		}
	}
	for _, name := range everyday {
		if !c.stages[name] {
			t.Errorf("%s is no stage", name)
		}
	}
	for _, call := range [][]string{{"Put", "scale"}, {"Set", "graph", "gabriel"}, {"Say", "give more data"}, {"", "standardize"}} {
		if faults := c.faults(call[0], call[1:]); faults != nil {
			t.Errorf("%q is refused: %s", call, faults)
		}
	}
}

// TestRefusalsSayWhatToDo gives every stage rows that few can take: each refusal
// has a remedy, whose stages are of the catalogue, whose parameters are of the stage
// that refuses, and whose free advice names no stage.
func TestRefusalsSayWhatToDo(t *testing.T) {
	catalogue, contract, refused := stdlib.Catalogue(), newRemedyContract(), 0
	for _, stage := range catalogue.Stages() {
		if stage.Role < engine.PrepareRole || stage.Role > engine.PredictorRole {
			continue
		}
		for kind, cell := range map[string]float64{"missing": math.NaN(), "infinite": math.Inf(1), "huge": 1e300, "like the others": 0} {
			_, err := evaluate.Run(t.Context(), refusing(t, catalogue, &stage, cell), evaluate.Environment{Catalogue: catalogue})
			var fault *engine.Error
			if !errors.As(err, &fault) {
				continue
			}
			refused++
			for _, lack := range contract.lacks(catalogue, fault) {
				t.Errorf("%s, a cell that is %s: %v: %s", stage.Name, kind, err, lack)
			}
		}
	}
	if refused < 50 {
		t.Errorf("only %d refusals", refused)
	}
}

// refusing is a pipeline on rows that are equal but for one cell, with the stage
// where it belongs.
func refusing(t *testing.T, c *engine.Catalogue, stage *engine.Stage, cell float64) engine.Pipeline {
	x, y := make([][]float64, 30), make([]int, 30)
	for i := range x {
		x[i], y[i] = []float64{0, 0, 0}, i%2
	}
	x[7][1] = cell
	p := engine.Pipeline{Steps: []engine.Step{named(t, c, "data", map[string]any{"x": x, "y": y}), named(t, c, "none", nil)}}
	step := engine.Step{Stage: stage, Method: usual(stage)}
	switch stage.Role {
	case engine.MetricRole:
		p.Steps = append(p.Steps, step, named(t, c, "mds", nil))
	case engine.ExtenderRole:
		p.Steps = append(p.Steps, named(t, c, "isomap", nil), step)
	case engine.PrepareRole:
		p.Steps = append(p.Steps, step, named(t, c, "pca", nil))
	default:
		p.Steps = append(p.Steps, step)
	}
	return p
}

// lacks says what the remedy of a fault names that is not there.
func (c remedyContract) lacks(catalogue *engine.Catalogue, fault *engine.Error) (lacks []string) {
	if fault.Remedy == nil {
		return []string{"it has no remedy"}
	}
	at, ok := catalogue.Lookup(fault.Stage)
	if !ok {
		return []string{"there is no stage " + fault.Stage}
	}
	own := engine.ParamsOf(at.New())
	for _, a := range fault.Remedy {
		for _, name := range a.Stages {
			if !c.stages[name] {
				lacks = append(lacks, "there is no stage "+name)
			}
		}
		ofStage := a.Param != "" && a.Act != remedy.ActLoad && a.Act != remedy.ActPut && a.Where == (remedy.Where{})
		if ofStage && !slices.ContainsFunc(own, func(p *engine.Param) bool { return p.Name == a.Param }) {
			lacks = append(lacks, at.Name+" has no "+a.Param)
		}
		if a.Act == remedy.ActSay && c.words.MatchString(a.Words) {
			lacks = append(lacks, "free advice names "+c.words.FindString(a.Words))
		}
	}
	return lacks
}

// everyday are the stages whose names are words of any advice; they count only
// behind a verb that puts or takes a stage.
var everyday = []string{"balance", "center", "choices", "columns", "confusion", "curve", "data", "fit", "gap", "graph", "load", "none", "ranks", "residual", "sample", "scale", "scatter", "shift", "spectrum", "spiral", "stress", "where"}

// A remedyContract is what remedies may name.
type remedyContract struct {
	stages map[string]bool
	params map[string][]*engine.Param
	words  *regexp.Regexp // of stages that free advice must not name
}

func newRemedyContract() remedyContract {
	c := remedyContract{stages: map[string]bool{}, params: map[string][]*engine.Param{}}
	var plain []string
	for _, stage := range stdlib.Catalogue().Stages() {
		c.stages[stage.Name] = true
		for _, p := range engine.ParamsOf(stage.New()) {
			c.params[p.Name] = append(c.params[p.Name], p)
		}
		if stage.Role != engine.FormRole && !slices.Contains(everyday, stage.Name) { // what a map may be is said in everyday words
			plain = append(plain, stage.Name)
		}
	}
	for _, option := range reflect.VisibleFields(reflect.TypeFor[comparison.Options]()) { // what compare takes
		c.params[strings.ToLower(option.Name)] = []*engine.Param{}
	}
	c.words = regexp.MustCompile(`\b(` + strings.Join(plain, "|") + `)\b|\b(put|use|take|drop) (` + strings.Join(everyday, "|") + `)\b`)
	return c
}

// faults says what a call of a constructor names that does not exist; arguments
// that are not literal are empty.
func (c remedyContract) faults(call string, args []string) (faults []string) {
	param, values := "", []string(nil)
	switch call {
	case "Put", "Use", "Drop":
		for _, name := range args {
			if name != "" && !c.stages[name] {
				faults = append(faults, "there is no stage "+name)
			}
		}
	case "Set":
		param, values = args[0], args[1:]
	case "Raise", "Reduce", "Omit", "Give":
		param = args[0]
	case "Load":
		param = args[1]
	case "Say":
		if name := c.words.FindString(args[0]); name != "" {
			faults = append(faults, "free advice names "+name)
		}
	}
	if param == "" {
		return faults
	}
	if c.params[param] == nil {
		faults = append(faults, "there is no parameter "+param)
	}
	for _, v := range values {
		if v != "" && c.params[param] != nil && !slices.ContainsFunc(c.params[param], func(p *engine.Param) bool { return p.Set(v) == nil }) {
			faults = append(faults, param+" takes no "+strconv.Quote(v))
		}
	}
	return faults
}

// constructors are those of package remedy that name something.
var constructors = []string{"Put", "Use", "Drop", "Set", "Raise", "Reduce", "Omit", "Give", "Load", "Say"}

// remedyCall returns the constructor that is called, if one is, and its arguments,
// empty where they are not literal texts.
func remedyCall(n *ast.CallExpr) (name string, args []string) {
	selector, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains(constructors, selector.Sel.Name) {
		return "", nil
	}
	if pkg, ok := selector.X.(*ast.Ident); !ok || pkg.Name != "remedy" {
		return "", nil
	}
	for _, arg := range n.Args {
		text := ""
		if literal, ok := arg.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ = strconv.Unquote(literal.Value)
		}
		args = append(args, text)
	}
	return selector.Sel.Name, args
}

// freeAdvice returns the parameter that an error blames and the free texts of its
// remedy.
func freeAdvice(n *ast.CompositeLit) (param, text string) {
	for _, e := range n.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, _ := pair.Key.(*ast.Ident)
		literal, _ := pair.Value.(*ast.BasicLit)
		switch {
		case key != nil && key.Name == "Param" && literal != nil:
			param, _ = strconv.Unquote(literal.Value)
		case key != nil && key.Name == "Remedy":
			ast.Inspect(pair.Value, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if name, args := remedyCall(call); name == "Say" {
						text += args[0] + "\n"
					}
				}
				return true
			})
		}
	}
	return param, text
}
