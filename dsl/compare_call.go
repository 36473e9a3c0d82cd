package dsl

import (
	"cmp"
	"fmt"
	"strings"

	"unfold/dsl/assist"
	"unfold/dsl/diag"
	"unfold/engine"
	"unfold/engine/evaluate/comparison"
	"unfold/engine/remedy"
)

// A compareCall is what compare is to run: recipes by name, on the rows and
// folds of data.
type compareCall struct {
	data    *Pipeline
	names   []string
	recipes []*Pipeline
	options comparison.Options
}

// standardROPE is within which scores are the same for practical purposes where
// the reader does not say: a hundredth.
const standardROPE = 0.01

// compareOptions are what compare takes beside data and recipes.
var compareOptions = []assist.Option{
	{Name: "rope", Example: "0.01", Doc: "within which difference scores are the same for practical purposes"},
	{Name: "measure", Example: "accuracy", Doc: "the score that recipes are compared by; the first of the data's protocol by itself"},
	{Name: "posthoc", Example: `"nemenyi"`, Doc: `which test tells recipes apart over several data sets: "nemenyi" or "wilcoxon"`},
	{Name: "mixed", Example: "true", Doc: "whether scores of rows that were present unlabelled may stand beside those of rows that were not"},
}

// addArgument reads an argument of the call: a pipeline is a recipe, with or
// without a name; anything else under a name is an option.
func (c *compareCall) addArgument(argument any) error {
	named, isNamed := argument.(Argument)
	value := argument
	if isNamed {
		value = named.Value
	}
	p, isPipeline := value.(*Pipeline)
	if isNamed && (!isPipeline || p.measures() && named.Name == "measure") {
		return c.setOption(named.Name, value)
	}
	if !isPipeline || p == nil {
		return &engine.Error{Stage: "compare", Cause: describe(value) + " is no recipe", Remedy: remedy.Say("write compare(data, name=stage | stage, ...)")}
	}
	c.names, c.recipes = append(c.names, cmp.Or(named.Name, p.stageNames())), append(c.recipes, p)
	return nil
}

// measures reports whether the pipeline is a single measure, as in measure=rmse.
func (p *Pipeline) measures() bool {
	return p != nil && len(p.steps) == 1 && p.steps[0].Role() == engine.MeasureRole
}

// setOption sets an option of the call.
func (c *compareCall) setOption(name string, value any) error {
	var ok bool
	var want string
	switch name {
	case "rope":
		want = "a number, such as rope=0.01"
		if c.options.ROPE, ok = value.(float64); !ok {
			var whole int
			whole, ok = value.(int)
			c.options.ROPE = float64(whole)
		}
	case "mixed":
		want = "true or false"
		c.options.Mixed, ok = value.(bool)
	case "measure":
		want = `a measure, such as measure=accuracy or measure="accuracy"`
		if p, is := value.(*Pipeline); is {
			value = p.steps[0].Name()
		}
		c.options.Measure, ok = value.(string)
	case "posthoc":
		want = `"nemenyi" or "wilcoxon"`
		var word string
		word, ok = value.(string)
		c.options.PostHoc = comparison.PostHoc(word)
	default:
		var names []string
		for _, o := range compareOptions {
			names = append(names, o.Name)
		}
		advice := "give a recipe under the name; options are " + strings.Join(names, ", ")
		if near, is := diag.Nearest(name, names); is {
			advice = fmt.Sprintf("did you mean %s?", near)
		}
		return &engine.Error{Stage: "compare", Cause: fmt.Sprintf("%s = %s is neither a recipe nor an option", name, describe(value)), Remedy: remedy.Say("%s", advice)}
	}
	if !ok {
		return &engine.Error{Stage: "compare", Cause: fmt.Sprintf("%s is %s", name, describe(value)), Remedy: remedy.Say("%s", "give "+want)}
	}
	return nil
}

// validate refuses a call without data, without recipes, or with two of a name.
func (c *compareCall) validate() error {
	if c.data == nil || c.data.IsRecipe() || len(c.recipes) == 0 {
		return &engine.Error{Stage: "compare", Cause: "it needs data first, then at least one recipe", Remedy: remedy.Say("write compare(load(\"iris\") | cv(10), direct=svm, embedded=isomap | krr | svm)")}
	}
	seen := map[string]bool{}
	for _, name := range c.names {
		if seen[name] {
			return &engine.Error{Stage: "compare", Cause: fmt.Sprintf("two recipes have the name %s", name), Remedy: remedy.Say("give each a name of its own: first=..., second=...")}
		}
		seen[name] = true
	}
	return nil
}
