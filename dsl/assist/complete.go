package assist

import (
	"go/token"
	"slices"
	"strconv"

	"unfold/dsl/cell"
	"unfold/dsl/interp/workspace"
	"unfold/engine"
	"unfold/engine/evaluate"
)

// Complete lists what could stand at the cursor, a count of code points:
// stages in the order of their roles, those first that may stand there; the
// parameters of the stage around it and the words that a parameter allows;
// data, columns and files; Go's names and members. It reads what is typed,
// finished or not, and runs nothing. It may be called at any time.
func (a *Assistant) Complete(code string, cursor int) cell.Completion {
	p := locate(code, cursor)
	if p.comment {
		return cell.Completion{Start: points(code, p.cursor), End: points(code, p.cursor)}
	}
	m := &matches{typed: p.typed}
	switch {
	case p.quote:
		a.completeText(&p, m)
	case p.dot:
		m.add(a.itemsOf(a.lookAt(p, "").Members)...)
	case p.bar >= 0 && a.isPipeline(p.operands(p.bar)):
		m.add(a.stageItems(p.operands(p.bar))...)
		m.add(a.pipelineItems()...)
	default:
		a.completeValue(&p, m)
	}
	return cell.Completion{Start: points(code, p.start), End: points(code, p.end), Items: m.items}
}

// completeValue lists what a statement, an argument or an operand could begin
// with.
func (a *Assistant) completeValue(p *place, m *matches) {
	stage := a.stageOf(p)
	if stage != nil {
		m.add(a.parameterItems(stage, p)...)
		m.add(a.valueItems(stage, p)...)
		if param := paramAt(stage, p); param != nil && param.Type == engine.Nested {
			m.add(a.pipelineItems()...)
			return
		}
	}
	if !a.Go.Declared(p.callee) {
		m.add(optionItems(a.function(p.callee).Options, p)...)
	}
	seen := a.lookAt(*p, "")
	m.add(a.itemsOf(seen.Fields)...)
	names := slices.DeleteFunc(seen.Names, func(n workspace.Name) bool { return n.Prelude }) // told below, with what they do
	m.add(a.itemsOf(names)...)
	if stage == nil {
		if p.bar < 0 {
			m.add(a.stageItems(nil)...)
		}
		m.add(a.functionItems()...)
		if p.startsStatement() {
			m.add(keywordItems...)
		}
	}
	m.add(universeItems...)
}

// startsStatement reports whether a statement can begin at the word.
func (p *place) startsStatement() bool {
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
func (a *Assistant) stageOf(p *place) *engine.Stage {
	stage, ok := a.Catalogue().Lookup(p.callee)
	if !ok || a.Go.Declared(p.callee) {
		return nil
	}
	return stage
}

// isPipeline reports whether operands are a pipeline's and not numbers that a
// bar of Go's joins: one of them is a stage, or nothing known speaks against it.
func (a *Assistant) isPipeline(operands []string) bool {
	for _, word := range operands {
		if _, ok := a.Catalogue().Lookup(word); ok && !a.Go.Declared(word) || word == "" {
			return true
		}
		if name, ok := a.Go.Lookup(word); !ok || name.Type == a.Pipeline {
			return true
		}
	}
	return false
}

// stageItems lists stages in the order of a pipeline: first those that may
// follow the operands, then the rest. Of what stands at a beginning, any may.
func (a *Assistant) stageItems(operands []string) []cell.Item {
	var chain []*engine.Stage
	for _, word := range operands {
		stage, _ := a.Catalogue().Lookup(word)
		chain = append(chain, stage)
	}
	var fit, rest []cell.Item
	for _, stage := range a.Catalogue().Stages() {
		if a.Go.Declared(stage.Name) || operands != nil && stage.Role == engine.FormRole {
			continue // an argument of stages follows none
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
	for _, fault := range evaluate.Arrange(append(slices.Clone(chain), stage, embedder)) {
		if fault.Step == len(chain)+1 {
			return false
		}
	}
	return true
}

// pipelineItems lists the variables that hold pipelines.
func (a *Assistant) pipelineItems() []cell.Item {
	names := slices.DeleteFunc(a.Go.Names(), func(n workspace.Name) bool { return n.Type != a.Pipeline })
	return a.itemsOf(names)
}

// parameterItems lists the parameters that the stage has not been given yet.
func (a *Assistant) parameterItems(stage *engine.Stage, p *place) (items []cell.Item) {
	if p.param != "" {
		return nil // its value is wanted, not another name
	}
	for i, param := range engine.ParamsOf(stage.Make()) {
		if i >= p.number-len(p.used) && !p.used[param.Name] {
			items = append(items, cell.Item{Text: param.Name + "=", Type: "parameter", Signature: defaultText(param) + "; " + allowedText(a.Catalogue(), param) + "; " + param.Doc})
		}
	}
	return items
}

// optionItems lists the options that a function has not been given yet.
func optionItems(options []Option, p *place) (items []cell.Item) {
	for _, o := range options {
		if p.param == "" && p.number > 0 && !p.used[o.Name] {
			items = append(items, cell.Item{Text: o.Name + "=", Type: "parameter", Signature: "such as " + o.Name + "=" + o.Example + "; " + o.Doc})
		}
	}
	return items
}

// valueItems lists the words that the argument may be, as they are written.
func (a *Assistant) valueItems(stage *engine.Stage, p *place) (items []cell.Item) {
	param := paramAt(stage, p)
	if param == nil {
		return nil
	}
	for _, word := range a.Catalogue().Taken(param) {
		if taken, _ := a.Catalogue().Lookup(word); !a.Go.Declared(word) {
			items = append(items, cell.Item{Text: word, Type: "stage", Signature: taken.Role.String() + ": " + taken.Signature()})
		}
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
		for _, example := range candidateExamples(a.Catalogue(), stage, param) {
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
func (a *Assistant) functionItems() (items []cell.Item) {
	for _, f := range a.Functions {
		items = append(items, cell.Item{Text: f.Name, Type: "function", Signature: f.Signature + ": " + f.Doc})
	}
	return items
}
