package dsl

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"unfold/dsl/cell"
	"unfold/dsl/diag"
	"unfold/engine"
)

// A function is a word of the language that is an ordinary Go function.
type function struct {
	name, signature, doc string
	bind                 func(s *Session) any

	named   bool     // takes arguments by name
	options []option // some of these names, which do more than call a recipe
	sets    bool     // its texts are names of data sets
}

// functions returns the words that are functions: a closed set, told apart from the stages, which declare
// themselves.
func functions() []function {
	return []function{
		{
			name: "show", signature: "show(values ...)",
			doc:  "shows each value at once, before the cell ends; pipelines run",
			bind: func(s *Session) any { return s.show },
		},
		{
			name: "explain", signature: "explain(pipeline)",
			doc:  "tells what a pipeline would do: steps, defaults filled in, what reads labels of which rows, how many settings and fits, about how long, what is kept",
			bind: func(s *Session) any { return s.plan },
		},
		{
			name: "compare", signature: "compare(data, name=recipe, ..., rope=0.01, measure=accuracy, posthoc=\"nemenyi\", mixed=false)",
			doc:   "runs recipes on the same rows and folds, and sets their scores side by side with the tests that tell them apart; over several data sets, by ranks",
			bind:  func(s *Session) any { return s.compareAll },
			named: true, options: contestOptions,
		},
		{
			name: "over", signature: "over(data, ...)",
			doc:   "is several data sets, by name or as pipelines, for compare to run recipes on; over(\"paper\") is those of the papers",
			bind:  func(s *Session) any { return s.over },
			named: true, sets: true,
		},
		{
			name: "panels", signature: "panels(compare(data, ...), low, high)",
			doc:  "draws a comparison on one data set as small multiples: for each recipe the scores of its candidates beside where it placed the rows; scores share limits, the two given or what all span",
			bind: func(s *Session) any { return s.panels },
		},
		{
			name: "save", signature: "save(value, path)",
			doc:  "writes a value to a file by its ending: figures to .png, .svg or .pdf, tables of results to .csv or .tex, anything to .html or .txt",
			bind: func(s *Session) any { return s.save },
		},
		{
			name: "clearOutput", signature: "clearOutput()",
			doc:  "removes what the cell has shown so far, when its next output arrives",
			bind: func(s *Session) any { return func() { s.output().Clear(true) } },
		},
		{
			name: "input", signature: "input(prompt)",
			doc:  "asks the reader for a line and returns it",
			bind: func(s *Session) any { return func(prompt ...any) string { return s.ask(false, prompt) } },
		},
		{
			name: "password", signature: "password(prompt)",
			doc:  "asks the reader for a line that is not shown, and returns it",
			bind: func(s *Session) any { return func(prompt ...any) string { return s.ask(true, prompt) } },
		},
		{
			name: "Display", signature: "Display(data)",
			doc:  "shows data by MIME type at once, such as display.HTML(\"<b>bold</b>\")",
			bind: func(s *Session) any { return s.display },
		},
		{
			name: "datasets", signature: "datasets()",
			doc:  "lists the names that load knows without a path",
			bind: func(s *Session) any { return s.datasets },
		},
		{
			name: "help", signature: "help(topic)",
			doc:  "explains a stage or a function; lists the stages without a topic",
			bind: func(s *Session) any { return s.help },
		},
	}
}

// functionOf returns the function of the name; the zero value if there is none.
func functionOf(name string) function {
	all := functions()
	if i := slices.IndexFunc(all, func(f function) bool { return f.name == name }); i >= 0 {
		return all[i]
	}
	return function{}
}

func (s *Session) show(values ...any) {
	for _, v := range values {
		seen, err := s.look(v)
		if err != nil {
			panic(abort{err})
		}
		s.output().Display(seen, "")
	}
}

// ask asks for a line. Where nobody can answer, the cell ends.
func (s *Session) ask(secret bool, prompt []any) string {
	line, err := s.output().Input(fmt.Sprint(prompt...), secret)
	switch {
	case isCancel(err):
		panic(abort{err})
	case err != nil:
		panic(abort{&engine.Error{Cause: err.Error(), Remedy: "run the cell where somebody can answer"}})
	}
	return line
}

// bundle is data by MIME type, as package display has them in cells.
type bundle = struct{ Data, Metadata, Transient map[string]any }

// errNothing is what Display has against a bundle without data.
var errNothing = errors.New("display: there is no data to show; make some with display.HTML or its like")

// display shows a bundle at once. One whose Transient has a display_id takes
// the place of what was shown under it.
func (s *Session) display(data bundle) error {
	if len(data.Data) == 0 {
		return errNothing
	}
	id, _ := data.Transient["display_id"].(string)
	s.output().Display(data, id)
	return nil
}

// help explains a topic: a stage, by its word or as itself, or a function.
func (s *Session) help(topic ...any) cell.Help {
	if len(topic) == 0 {
		text := Reference(s.catalogue)
		return cell.Help{Text: text, Markdown: "```\n" + text + "```\n"}
	}
	word, ok := topic[0].(string)
	if p, is := topic[0].(*Pipeline); is && p != nil && len(p.steps) == 1 {
		word, ok = p.steps[0].Name(), true
	}
	if !ok {
		word, ok = s.wordFor(topic[0])
	}
	if !ok {
		panic(abort{&engine.Error{Stage: "help", Cause: fmt.Sprintf("%s is no topic", describe(topic[0])), Remedy: "write help(isomap), or help(\"isomap\")"}})
	}
	if h, ok := s.explainWord(word); ok {
		return h
	}
	remedy := "help() lists the stages"
	if near, ok := diag.Nearest(word, s.topics()); ok {
		remedy = fmt.Sprintf("did you mean %s?", near)
	}
	panic(abort{&engine.Error{Stage: "help", Cause: fmt.Sprintf("there is no stage or function %q", word), Remedy: remedy}})
}

// wordFor returns the name of a function of the language, by its value.
func (s *Session) wordFor(value any) (string, bool) {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Func {
		return "", false
	}
	for _, f := range functions() {
		if reflect.ValueOf(f.bind(s)).Pointer() == v.Pointer() {
			return f.name, true
		}
	}
	return "", false
}

// explainWord explains a stage or a function of the language.
func (s *Session) explainWord(word string) (cell.Help, bool) {
	if stage, ok := s.catalogue.Lookup(word); ok {
		return Describe(stage), true
	}
	if f := functionOf(word); f.name != "" {
		var p page
		p.signature(f.signature)
		p.lead("function", f.name+" "+f.doc)
		return p.help(), true
	}
	return cell.Help{}, false
}

// topics are all words that help can explain.
func (s *Session) topics() []string {
	var words []string
	for _, stage := range s.catalogue.Stages() {
		words = append(words, stage.Name)
	}
	for _, f := range functions() {
		words = append(words, f.name)
	}
	return words
}
