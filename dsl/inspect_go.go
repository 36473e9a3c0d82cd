package dsl

import (
	"fmt"
	"go/token"
	"reflect"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/interp"
)

// goName finds what Go knows of the word at the place: in the cell as it
// stands, or, where that cannot be made out, in what precedes the word.
func (s *Session) goName(p *place) (interp.Name, bool) {
	for _, sight := range []func(place, string) interp.Sight{s.sightOfWhole, s.sight} {
		seen := sight(*p, p.word)
		for _, names := range [][]interp.Name{seen.Members, seen.Fields} {
			if len(names) > 0 {
				return names[0], true
			}
		}
		switch {
		case seen.Defined != nil:
			return *seen.Defined, true
		case len(seen.Names) > 0 && !seen.Dot:
			return seen.Names[0], true
		}
	}
	return interp.Name{}, false
}

// goHelp explains a Go name: its declaration and comment; of a variable its
// shape and value; of a type its fields and methods; of a package its contents.
func (s *Session) goHelp(n interp.Name, detail int) cell.Help {
	if n.Kind == "package" {
		return s.packageHelp(n.Type, detail)
	}
	var p page
	declaration, comment, documented := s.document(n)
	if !documented {
		declaration = declared(n)
	}
	p.signature(publicTypes(declaration))
	p.comment(comment, detail == 0) // near the top, for tooltips show four lines
	if len(n.Symbols) > 0 {
		p.say("of package " + n.Symbols[0].Path)
	}
	switch {
	case n.Cell != "":
		p.say("declared in " + n.Cell)
	case n.Kind != "variable" || n.Prelude || documented:
	default:
		p.say("declared in this cell")
	}
	if n.Source != "" && detail > 0 {
		p.code(n.Source)
	}
	switch n.Kind {
	case "type":
		p.contents(s.membersOf(n))
	case "variable":
		p.value(s, n, detail)
	}
	return p.help()
}

// membersOf lists the fields and methods of a type.
func (s *Session) membersOf(n interp.Name) []interp.Name {
	expression, imports := n.Name, ""
	if len(n.Symbols) > 0 {
		imports, expression = fmt.Sprintf("import p__ %q\n", n.Symbols[0].Path), "p__."+n.Name
	}
	return s.golang.Look(fmt.Sprintf("%s(*new(%s)).%s", imports, expression, interp.Cursor), interp.Cursor).Members
}

// declared writes a declaration from what types know.
func declared(n interp.Name) string {
	switch n.Kind {
	case "function":
		return "func " + n.Name + strings.TrimPrefix(n.Type, "func")
	case "method":
		return "func " + n.Name + strings.TrimPrefix(n.Type, "func")
	case "variable":
		return "var " + n.Name + " " + n.Type
	case "constant":
		return "const " + n.Name + " " + n.Type
	case "type":
		if strings.HasPrefix(n.Type, "struct{") {
			return "type " + n.Name + " struct"
		}
		return "type " + n.Name + " " + n.Type
	}
	return n.Name + " " + n.Type
}

// value tells the shape and the beginning of the value of a session's variable.
func (p *page) value(s *Session, n interp.Name, detail int) {
	if n.Cell == "" {
		return
	}
	if !s.golang.Quiet() {
		p.say("what it holds can be told when no cell runs")
		return
	}
	v, ok := s.golang.Value(n.Name)
	if !ok || !v.IsValid() {
		return
	}
	if text := shape(v); text != "" {
		p.say(text)
	}
	most := 400
	if detail > 0 {
		most = 4000
	}
	if k := v.Kind(); k != reflect.Func && k != reflect.Chan {
		p.code(brief(v, most))
	}
}

// inspectUniverse explains what Go has everywhere: keywords and builtins.
func (s *Session) inspectUniverse(word string, detail int) (cell.Help, bool) {
	var p page
	if sentence, ok := keywordSentences[word]; ok {
		p.signature(word)
		p.lead("keyword", sentence)
		return p.help(), true
	}
	if s.options.Docs == nil || token.IsExported(word) {
		return cell.Help{}, false
	}
	declaration, comment, ok := s.options.Docs.Lookup("builtin", word)
	if !ok {
		return cell.Help{}, false
	}
	p.signature(declaration)
	p.comment(comment, detail == 0)
	return p.help(), true
}

// keywordSentences say what the keywords of Go do.
var keywordSentences = map[string]string{
	"break":       "leaves the innermost for, switch or select, or the one with the label",
	"case":        "begins a clause of switch or select",
	"chan":        "begins a channel type",
	"const":       "declares constants",
	"continue":    "goes on with the next turn of a loop",
	"default":     "begins the clause for when no case applies",
	"defer":       "puts a call off until the function returns",
	"else":        "begins what is done when the condition of an if does not hold",
	"fallthrough": "goes on with the next clause of a switch",
	"for":         "repeats: for {}, for condition {}, for init; condition; post {}, for k, v := range x {}",
	"func":        "declares a function or begins a function literal",
	"go":          "starts a call in a goroutine",
	"goto":        "goes on at a label",
	"if":          "does something when a condition holds: if init; condition {} else {}",
	"import":      "makes a package known by its name",
	"interface":   "begins a type of all types with certain methods",
	"map":         "begins a map type: map[Key]Value",
	"package":     "says which package a program is",
	"range":       "goes over a slice, string, map, channel, number or function",
	"return":      "ends a function and gives its results",
	"select":      "waits for the first of several sends and receives",
	"struct":      "begins a type of fields",
	"switch":      "chooses among clauses, by value or by type",
	"type":        "declares types",
	"var":         "declares variables",
}
