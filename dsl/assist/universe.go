package assist

import (
	"go/token"
	"go/types"

	"unfold/dsl/cell"
)

// Keywords, and the names that Go has everywhere.
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

// inspectUniverse explains what Go has everywhere: keywords and builtins.
func (a *Assistant) inspectUniverse(word string, detail int) (cell.Help, bool) {
	var p page
	if sentence, ok := keywordSentences[word]; ok {
		p.signature(word)
		p.lead("keyword", sentence)
		return p.help(), true
	}
	if token.IsExported(word) {
		return cell.Help{}, false
	}
	declaration, comment, ok := a.Docs.Lookup("builtin", word)
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
