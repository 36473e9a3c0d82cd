package dsl

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"unfold/dsl/assist"
	"unfold/dsl/cell"
	"unfold/dsl/diag"
	"unfold/dsl/looks"
	"unfold/engine"
	"unfold/engine/remedy"
)

// A function is a word of the language that is an ordinary Go function.
type function struct {
	assist.Function
	takesNames bool // takes arguments by name
	bind       func(s *Session) any
}

// functions returns the words that are functions: a closed set, told apart from
// the stages, which declare themselves.
func functions() []function {
	return []function{
		newFunction("show(values ...)",
			"shows each value at once, before the cell ends; pipelines run",
			func(s *Session) any { return s.show }),
		newFunction("explain(pipeline)",
			"tells what a pipeline would do: steps, defaults filled in, what reads labels of which rows, how many settings and fits, about how long, what is kept",
			func(s *Session) any { return s.plan }),
		newFunction("compare(data, name=recipe, ..., rope=0.01, measure=accuracy, posthoc=\"nemenyi\", mixed=false)",
			"runs recipes on the same rows and folds, and sets their scores side by side with the tests that tell them apart; over several data sets, by ranks",
			func(s *Session) any { return s.compareRecipes }).named(compareOptions...),
		newFunction("over(data, ...)",
			"is several data sets, by name or as pipelines, for compare to run recipes on; over(\"paper\") is those of the papers",
			func(s *Session) any { return s.over }).named().takesDatasets(),
		newFunction("panels(data, recipe, ..., form, ...)",
			"draws small multiples. Of data, where each recipe places the rows under each map form, with a score under each panel and all rows up to 5,000 marks: panels(load(\"iris\"), mds, tsne, free, linear); the measure that is named, or trustworthiness. Of panels(compare(data, ...), low, high), for each recipe the scores of its candidates beside where it placed the rows; scores share limits, the two given or what all span",
			func(s *Session) any { return s.panels }).named(),
		newFunction("pareto(compare(data, ...), across, up)",
			"draws a comparison by two criteria, such as leaves and accuracy, and marks the Pareto set: the recipes that no other beats by both; of several data sets it takes the means; criteria are measures or \"seconds\", by themselves dimensions and the measure that is compared",
			func(s *Session) any { return s.pareto }),
		newFunction("rules(pipeline, fold)",
			"lists the rules of the tree that a pipeline predicts by, of the first fold or the one given: a row for each leaf, which save writes to .csv or .tex",
			func(s *Session) any { return s.rules }),
		newFunction("learn(pipeline, scores=false, distance=false)",
			"learns a pipeline from all rows of its data and returns the model: m.Predict, m.Place, m.Explain and m.Save(\"name.unfold\") ask and keep it; with scores=true the report runs too, and its scores are kept, with distance=true it tells by m.Distances how far rows lie from those it learned from",
			func(s *Session) any { return s.learn }).named(learnOptions...),
		newFunction("open(path)",
			"opens a model that m.Save or unfold learn has written: open(\"wine.unfold\").Predict(\"new.csv\")",
			func(s *Session) any { return s.open }),
		newFunction("register(declaration, method)",
			"makes a stage of a method of one's own, for the cells after this one: a metric, preparer, embedder, map, predictor or measure, as a pointer to a type of a cell; register(engine.Stage{Summary: \"predicts the class of the nearest row\"}, new(Nearest)) is the stage nearest",
			func(s *Session) any { return s.register }),
		newFunction("save(value, path)",
			"writes a value to a file by its ending: figures to .png, .svg or .pdf; data, matrices such as Embedding() and Place(), lists and tables of results to .csv, .xlsx, .parquet, .arrow, .npy or .jsonl, tables of results to .tex too; anything to .html or .txt",
			func(s *Session) any { return s.save }),
		newFunction("brief(pipeline)",
			"shows a result in few lines: its first figure, the scores and the notes",
			func(s *Session) any { return s.brief }),
		newFunction("defaults(theme=\"dark\", palette=\"cividis\", size=1.5, alpha=0.5, width=\"8cm\", height=\"6cm\", brief=true)",
			"sets how all figures and reports of the session look from now on, where their own arguments say nothing; without arguments everything is as at the beginning",
			func(s *Session) any { return s.defaults }).named(looks.Options...),
		newFunction("selected()",
			"is the rows of the source that were selected last in a figure of this page, by lasso, box or keys, as a Go slice: []int{3, 17}",
			func(s *Session) any { return s.selected }),
		newFunction("clearOutput()",
			"removes what the cell has shown so far, when its next output arrives",
			func(s *Session) any { return func() { s.output().Clear(true) } }),
		newFunction("input(prompt)",
			"asks the reader for a line and returns it",
			func(s *Session) any { return func(prompt ...any) string { return s.ask(false, prompt) } }),
		newFunction("password(prompt)",
			"asks the reader for a line that is not shown, and returns it",
			func(s *Session) any { return func(prompt ...any) string { return s.ask(true, prompt) } }),
		newFunction("Display(data)",
			"shows data by MIME type at once, such as display.HTML(\"<b>bold</b>\")",
			func(s *Session) any { return s.display }),
		newFunction("datasets()",
			"is the names that load knows without a path, shown as a table: how large each set is, what is to be learned, whether it is here, licence, citation and source",
			func(s *Session) any { return s.datasets }),
		newFunction("help(topic)",
			"explains a stage or a function; lists the stages without a topic",
			func(s *Session) any { return s.help }),
	}
}

// newFunction makes a function whose name its signature begins with.
func newFunction(signature, doc string, bind func(s *Session) any) function {
	name, _, _ := strings.Cut(signature, "(")
	return function{assist.Function{Name: name, Signature: signature, Doc: doc}, false, bind}
}

// named makes it a function that takes arguments by name, some of them options.
func (f function) named(options ...assist.Option) function {
	f.takesNames, f.Options = true, options
	return f
}

// takesDatasets makes it a function whose texts are names of data sets.
func (f function) takesDatasets() function {
	f.Datasets = true
	return f
}

// functionOf returns the function of the name; the zero value if there is none.
func functionOf(name string) function {
	all := functions()
	if i := slices.IndexFunc(all, func(f function) bool { return f.Name == name }); i >= 0 {
		return all[i]
	}
	return function{}
}

func (s *Session) show(values ...any) {
	for _, v := range values {
		seen, err := s.present(v)
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
		panic(abort{&engine.Error{Cause: err.Error(), Remedy: remedy.Say("run the cell where somebody can answer")}})
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
		text := s.assistant.Reference()
		return cell.Help{Text: text, Markdown: "```\n" + text + "```\n"}
	}
	word, ok := topic[0].(string)
	if p, is := topic[0].(*Pipeline); is && p != nil && len(p.steps) == 1 {
		word, ok = p.steps[0].Name(), true
	}
	if !ok {
		word, ok = s.functionName(topic[0])
	}
	if !ok {
		panic(abort{&engine.Error{Stage: "help", Cause: fmt.Sprintf("%s is no topic", describe(topic[0])), Remedy: remedy.Say("write help(isomap), or help(\"isomap\")")}})
	}
	if h, ok := s.assistant.Explain(word); ok {
		return h
	}
	advice := "help() lists the stages"
	if near, ok := diag.Nearest(word, s.assistant.Topics()); ok {
		advice = fmt.Sprintf("did you mean %s?", near)
	}
	panic(abort{&engine.Error{Stage: "help", Cause: fmt.Sprintf("there is no stage or function %q", word), Remedy: remedy.Say("%s", advice)}})
}

// functionName returns the name of a function of the language, by its value.
func (s *Session) functionName(value any) (string, bool) {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Func {
		return "", false
	}
	for _, f := range functions() {
		if reflect.ValueOf(f.bind(s)).Pointer() == v.Pointer() {
			return f.Name, true
		}
	}
	return "", false
}
