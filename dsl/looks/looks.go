// Package looks reads how figures and reports of a session are to look, as a cell says it.
//
// It imports the engine's vocabulary, what figures let their readers decide, and what the
// assistant knows of options. Start at [Read].
package looks

import (
	"fmt"
	"slices"
	"strings"

	"unfold/dsl/assist"
	"unfold/dsl/diag"
	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/stage/appearance"
	"unfold/engine/wording"
)

// Options are what can be set for a session.
var Options = []assist.Option{
	{Name: "theme", Example: `"dark"`, Doc: "what figures are made for: " + strings.Join(figure.Themes(), ", ")},
	{Name: "palette", Example: `"cividis"`, Doc: "their colours: a palette by name, or a list"},
	{Name: "size", Example: "1.5", Doc: "how large points are, as a multiple of their usual size, from 0.1 to 10"},
	{Name: "alpha", Example: "0.5", Doc: "how opaque points are, from 0.01 to 1"},
	{Name: "width", Example: `"8cm"`, Doc: "how wide a figure is that is shown or saved by itself"},
	{Name: "height", Example: `"6cm"`, Doc: "how high it is"},
	{Name: "brief", Example: "true", Doc: "whether reports are brief"},
}

// An Argument is one of a call; without a name it stands by its position.
type Argument struct {
	Name  string
	Value any
}

// Read returns how figures and reports are to look; what is not named is as at the
// beginning.
func Read(arguments []Argument) (look figure.Style, brief bool, err error) {
	var style appearance.Style
	for _, named := range arguments {
		if named.Name == "" {
			return look, false, &engine.Error{Stage: "defaults", Cause: "it takes arguments by name", Remedy: remedy.Say("write defaults(theme=\"dark\")")}
		}
		ok, known := true, true
		switch named.Name {
		case "brief":
			brief, ok = named.Value.(bool)
		case "theme":
			style.Theme, ok = named.Value.(string)
			ok = ok && slices.Contains(figure.Themes(), style.Theme)
		case "palette":
			style.Palette, ok = wordsOf(named.Value)
		case "size":
			style.Size, ok = numberBetween(0.1, 10, named.Value)
		case "alpha":
			style.Alpha, ok = numberBetween(0.01, 1, named.Value)
		case "width":
			style.Width = named.Value
		case "height":
			style.Height = named.Value
		default:
			known = false
		}
		if !ok || !known {
			return look, false, noDefault(named)
		}
	}
	look, err = style.Figure()
	return look, brief, engine.Blame(err, "defaults", 0)
}

// noDefault is the error of what cannot be set, or not so.
func noDefault(a Argument) error {
	var names []string
	for _, o := range Options {
		if o.Name == a.Name {
			return &engine.Error{Stage: "defaults", Param: a.Name, Cause: fmt.Sprintf("%s cannot be %s", a.Name, wording.Value(a.Value)), Remedy: remedy.Say("write %s=%s; it says %s", o.Name, o.Example, o.Doc)}
		}
		names = append(names, o.Name)
	}
	advice := "there are " + strings.Join(names, ", ")
	if said, _ := diag.WhichArgument(a.Name, names, nil); said != "" {
		advice = said
	}
	return &engine.Error{Stage: "defaults", Cause: "nothing is called " + a.Name, Remedy: remedy.Say("%s", advice)}
}

// wordsOf reads one text or a list of them.
func wordsOf(value any) ([]string, bool) {
	switch v := value.(type) {
	case string:
		return []string{v}, true
	case []string:
		return v, true
	}
	return nil, false
}

// numberBetween reads a number and tells whether it lies between two others.
func numberBetween(low, high float64, value any) (float64, bool) {
	v, ok := value.(float64)
	if whole, is := value.(int); is {
		v, ok = float64(whole), true
	}
	return v, ok && low <= v && v <= high
}
