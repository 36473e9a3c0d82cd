package assist

import (
	"slices"

	"unfold/dsl/cell"
	"unfold/dsl/diag"
	"unfold/engine"
)

// Explain explains a stage with all that it takes, a function of the language, an
// argument of stages, and what other programs call one of these.
func (a *Assistant) Explain(word string) (cell.Help, bool) {
	if stage, ok := a.Catalogue().Lookup(word); ok {
		return describe(a.Catalogue(), stage, true), true
	}
	if h, ok := a.explainWord(word); ok {
		return h, true
	}
	if h, ok := a.explainArgument(word); ok {
		return h, true
	}
	return a.explainElsewhere(word)
}

// explainArgument lists the stages and functions that take an argument, each with its
// default and what it may be there; what all stages of a role take is one line.
func (a *Assistant) explainArgument(word string) (cell.Help, bool) {
	var rows, all [][]string
	var shared []engine.Role
	var names []string
	for _, stage := range a.Catalogue().Stages() {
		for _, param := range engine.ParamsOf(stage.Make()) {
			names = append(names, param.Name)
			if param.Name != word || param.Shared && slices.Contains(shared, stage.Role) {
				continue
			}
			row := []string{stage.Name, defaultText(param), allowedText(a.Catalogue(), param), param.Doc}
			if param.Shared {
				row[0], shared = "every "+stage.Role.String(), append(shared, stage.Role)
				all = append(all, row)
				continue
			}
			rows = append(rows, row)
		}
	}
	for _, f := range a.Functions {
		for _, o := range f.Options {
			if o.Name == word {
				rows = append(rows, []string{f.Name, "", "such as " + o.Example, o.Doc})
			}
		}
	}
	var p page
	p.signature(word + "=...")
	if rows = append(all, rows...); len(rows) == 0 {
		called := diag.Called(word, names)
		p.say(called)
		return p.help(), called != ""
	}
	p.lead("argument", "what it is where:")
	p.table([]string{"of", "default", "must be", ""}, rows)
	return p.help(), true
}

// explainElsewhere tells what is nearest to a name that others have for a method.
func (a *Assistant) explainElsewhere(word string) (cell.Help, bool) {
	advice, meant := diag.Elsewhere(word, a.Catalogue().Stages())
	if len(meant) == 0 {
		return cell.Help{}, false
	}
	var p page
	for i, stage := range meant {
		p.signature(stage.Signature())
		p.lead(stage.Role.String(), stage.Name+" "+stage.Summary)
		if i == 0 {
			p.say(advice)
		}
	}
	return p.help(), true
}

// explainWord explains a word of the language.
func (a *Assistant) explainWord(word string) (cell.Help, bool) {
	if stage, ok := a.Catalogue().Lookup(word); ok {
		return Describe(a.Catalogue(), stage), true
	}
	f := a.function(word)
	if f.Name == "" {
		return cell.Help{}, false
	}
	var p page
	p.signature(f.Signature)
	p.lead("function", f.Name+" "+f.Doc)
	var rows [][]string
	for _, o := range f.Options {
		rows = append(rows, []string{o.Name, "such as " + o.Example, o.Doc})
	}
	p.table([]string{"argument", "", ""}, rows)
	return p.help(), true
}

// Topics are all words that Explain knows, less those of arguments.
func (a *Assistant) Topics() []string {
	var words []string
	for _, stage := range a.Catalogue().Stages() {
		words = append(words, stage.Name)
	}
	for _, f := range a.Functions {
		words = append(words, f.Name)
	}
	return words
}

// Reference lists the stages by role, and the functions, a line each.
func (a *Assistant) Reference() string {
	p := reference(a.Catalogue())
	var rows [][]string
	for _, f := range a.Functions {
		rows = append(rows, []string{f.Name, f.Doc})
	}
	p.text.WriteString("function")
	p.table([]string{"function", ""}, rows)
	return p.text.String()
}
