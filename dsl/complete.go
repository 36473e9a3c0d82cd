package dsl

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"unfold/dsl/cell"
	"unfold/dsl/interp"
	"unfold/engine"
)

// Complete lists what could stand at the cursor, a count of code points:
// stages in the order of their roles, those first that may stand there; the
// parameters of the stage around it and the words that a parameter allows;
// data, columns and files; Go's names and members. It reads what is typed,
// finished or not, and runs nothing. It may be called at any time.
func (s *Session) Complete(code string, cursor int) cell.Completion {
	if c, ok := s.completeCommand(code, cursor); ok {
		return c
	}
	p := locate(code, cursor)
	if p.comment {
		return cell.Completion{Start: points(code, p.cursor), End: points(code, p.cursor)}
	}
	shelf := &shelf{typed: p.typed}
	switch {
	case p.quote:
		s.completeText(&p, shelf)
	case p.dot:
		shelf.add(s.itemsOf(s.sight(p, "").Members)...)
	case p.bar >= 0 && s.isPipeline(p.operands(p.bar)):
		shelf.add(s.stageItems(p.operands(p.bar))...)
		shelf.add(s.pipelineItems()...)
	default:
		s.completeValue(&p, shelf)
	}
	return cell.Completion{Start: points(code, p.start), End: points(code, p.end), Items: shelf.items}
}

// completeValue lists what a statement, an argument or an operand could begin
// with.
func (s *Session) completeValue(p *place, shelf *shelf) {
	stage := s.stageOf(p)
	if stage != nil {
		shelf.add(parameterItems(stage, p)...)
		shelf.add(valueItems(stage, p)...)
	}
	if !s.golang.Declared(p.callee) {
		shelf.add(optionItems(functionOf(p.callee).options, p)...)
	}
	sight := s.sight(*p, "")
	shelf.add(s.itemsOf(sight.Fields)...)
	names := slices.DeleteFunc(sight.Names, func(n interp.Name) bool { return n.Prelude }) // told below, with what they do
	shelf.add(s.itemsOf(names)...)
	if stage == nil {
		if p.bar < 0 {
			shelf.add(s.stageItems(nil)...)
		}
		shelf.add(s.functionItems()...)
		if p.begins() {
			shelf.add(keywordItems...)
		}
	}
	shelf.add(universeItems...)
}

// begins reports whether a statement can begin at the word.
func (p *place) begins() bool {
	if len(p.before) == 0 {
		return true
	}
	switch p.before[len(p.before)-1].kind {
	case token.SEMICOLON, token.LBRACE, token.RBRACE, token.COLON, token.ELSE:
		return true
	}
	return false
}

// stageOf returns the stage whose arguments the place is among, or nil.
func (s *Session) stageOf(p *place) *engine.Stage {
	stage, ok := s.catalogue.Lookup(p.callee)
	if !ok || s.golang.Declared(p.callee) {
		return nil
	}
	return stage
}

// isPipeline reports whether operands are a pipeline's and not numbers that a
// bar of Go's joins: one of them is a stage, or nothing known speaks against it.
func (s *Session) isPipeline(operands []string) bool {
	for _, word := range operands {
		if _, ok := s.catalogue.Lookup(word); ok && !s.golang.Declared(word) || word == "" {
			return true
		}
		if name, ok := s.golang.Lookup(word); !ok || name.Type == pipelineName {
			return true
		}
	}
	return false
}

// stageItems lists stages in the order of a pipeline: first those that may
// follow the operands, then the rest. Of what stands at a beginning, any may.
func (s *Session) stageItems(operands []string) []cell.Item {
	var chain []*engine.Stage
	for _, word := range operands {
		stage, _ := s.catalogue.Lookup(word)
		chain = append(chain, stage)
	}
	var fit, rest []cell.Item
	for _, stage := range s.catalogue.Stages() {
		if s.golang.Declared(stage.Name) {
			continue
		}
		item := cell.Item{Text: stage.Name, Type: "stage", Signature: stage.Role.String() + ": " + stage.Signature()}
		if fits(chain, &stage) {
			fit = append(fit, item)
		} else {
			rest = append(rest, item)
		}
	}
	return append(fit, rest...)
}

// fits reports whether a stage may follow others, if what comes after it is
// what explains away most: an embedder with a map of its own.
func fits(chain []*engine.Stage, stage *engine.Stage) bool {
	embedder := &engine.Stage{Name: "embedder", Role: engine.EmbedderRole, Maps: true}
	for _, fault := range engine.Arrange(append(slices.Clone(chain), stage, embedder)) {
		if fault.Step == len(chain)+1 {
			return false
		}
	}
	return true
}

// pipelineItems lists the variables that hold pipelines.
func (s *Session) pipelineItems() []cell.Item {
	names := slices.DeleteFunc(s.golang.Names(), func(n interp.Name) bool { return n.Type != pipelineName })
	return s.itemsOf(names)
}

// parameterItems lists the parameters that the stage has not been given yet.
func parameterItems(stage *engine.Stage, p *place) (items []cell.Item) {
	if p.param != "" {
		return nil // its value is wanted, not another name
	}
	for i, param := range engine.ParamsOf(stage.Make()) {
		if i >= p.number-len(p.used) && !p.used[param.Name] {
			items = append(items, cell.Item{Text: param.Name + "=", Type: "parameter", Signature: byDefault(param) + "; " + allowed(param) + "; " + param.Doc})
		}
	}
	return items
}

// optionItems lists the options that a function has not been given yet.
func optionItems(options []option, p *place) (items []cell.Item) {
	for _, o := range options {
		if p.param == "" && p.number > 0 && !p.used[o.name] {
			items = append(items, cell.Item{Text: o.name + "=", Type: "parameter", Signature: "such as " + o.name + "=" + o.example + "; " + o.doc})
		}
	}
	return items
}

// valueItems lists the words that the argument may be, as they are written.
func valueItems(stage *engine.Stage, p *place) (items []cell.Item) {
	param := paramAt(stage, p)
	if param == nil {
		return nil
	}
	for _, word := range engine.Words(param.Rule) {
		if word == "" {
			continue // what is not given
		}
		if param.Type == engine.Text || param.Type == engine.Texts {
			word = strconv.Quote(word) // of a number it stands as it is
		}
		items = append(items, cell.Item{Text: word, Type: "value", Signature: param.Doc})
	}
	if n := len(p.open); p.typed == "" && n > 0 && p.open[n-1].closes == token.RPAREN {
		for _, example := range offers(stage, param) {
			items = append(items, cell.Item{Text: example, Type: "value", Signature: "candidates, between which each training part chooses"})
		}
	}
	return items
}

// paramAt returns the parameter whose argument is being typed, or nil.
func paramAt(stage *engine.Stage, p *place) *engine.Param {
	params := engine.ParamsOf(stage.Make())
	i := slices.IndexFunc(params, func(q *engine.Param) bool { return q.Name == p.param })
	if p.param == "" {
		i = p.number
	}
	if i < 0 || i >= len(params) {
		return nil
	}
	return params[i]
}

// functionItems lists the words of the language that are functions.
func (s *Session) functionItems() (items []cell.Item) {
	for _, f := range functions() {
		items = append(items, cell.Item{Text: f.name, Type: "function", Signature: f.signature + ": " + f.doc})
	}
	return items
}

var (
	keywordItems  = keywords()
	universeItems = universe()
)

func keywords() (items []cell.Item) {
	for t := token.BREAK; t <= token.VAR; t++ {
		items = append(items, cell.Item{Text: t.String(), Type: "keyword"})
	}
	return items
}

// universe lists the names that Go has everywhere.
func universe() (items []cell.Item) {
	for _, name := range types.Universe.Names() {
		i := cell.Item{Text: name, Type: "function"}
		switch obj := types.Universe.Lookup(name).(type) {
		case *types.TypeName:
			i.Type = "type"
		case *types.Const:
			i.Type, i.Signature = "constant", obj.Type().String()
		case *types.Nil:
			i.Type = "constant"
		}
		items = append(items, i)
	}
	return items
}
