package assist

import (
	"fmt"
	"path"
	"reflect"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/interp/workspace"
)

// goName finds what Go knows of the word at the place: in the cell as it
// stands, or, where that cannot be made out, in what precedes the word.
func (a *Assistant) goName(p *place) (workspace.Name, bool) {
	for _, look := range []func(place, string) workspace.Surroundings{a.lookAtWritten, a.lookAt} {
		seen := look(*p, p.word)
		for _, names := range [][]workspace.Name{seen.Members, seen.Fields} {
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
	return workspace.Name{}, false
}

// goHelp explains a Go name: its declaration and comment; of a variable its
// shape and value; of a type its fields and methods; of a package its contents.
func (a *Assistant) goHelp(n workspace.Name, detail int) cell.Help {
	if n.Kind == "package" {
		return a.packageHelp(n.Type, detail)
	}
	var p page
	declaration, comment, documented := a.documentation(n)
	if !documented {
		declaration = declarationOf(n)
	}
	p.signature(a.Public(declaration))
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
		p.contents(a.membersOf(n))
	case "variable":
		a.value(&p, n, detail)
	}
	return p.help()
}

// packageHelp explains a package and lists what it exports.
func (a *Assistant) packageHelp(path string, detail int) cell.Help {
	var p page
	p.signature(fmt.Sprintf("import %q", path))
	p.comment(a.Docs.Synopsis(path), detail == 0)
	p.contents(a.Go.AtCursor(fmt.Sprintf("import p__ %q\np__.%s", path, workspace.Cursor), workspace.Cursor).Members)
	return p.help()
}

// inspectPackage explains the package that a name means once it is imported: of
// several the one with the shortest path.
func (a *Assistant) inspectPackage(name string, detail int) (cell.Help, bool) {
	best := ""
	for _, p := range a.Go.Paths() {
		if path.Base(p) == name && (best == "" || len(p) < len(best)) {
			best = p
		}
	}
	if best == "" {
		return cell.Help{}, false
	}
	return a.packageHelp(best, detail), true
}

// contents lists names by their kind.
func (p *page) contents(names []workspace.Name) {
	byKind := map[string][]string{}
	for _, n := range names {
		byKind[n.Kind] = append(byKind[n.Kind], n.Name)
	}
	var rows [][]string
	for _, kind := range []string{"field", "method", "function", "type", "variable", "constant"} {
		if len(byKind[kind]) > 0 {
			rows = append(rows, []string{kind + "s", strings.Join(byKind[kind], ", ")})
		}
	}
	p.table([]string{"", ""}, rows)
}

// membersOf lists the fields and methods of a type.
func (a *Assistant) membersOf(n workspace.Name) []workspace.Name {
	expression, imports := n.Name, ""
	if len(n.Symbols) > 0 {
		imports, expression = fmt.Sprintf("import p__ %q\n", n.Symbols[0].Path), "p__."+n.Name
	}
	return a.Go.AtCursor(fmt.Sprintf("%s(*new(%s)).%s", imports, expression, workspace.Cursor), workspace.Cursor).Members
}

// declarationOf writes a declaration from what types know.
func declarationOf(n workspace.Name) string {
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
func (a *Assistant) value(p *page, n workspace.Name, detail int) {
	if n.Cell == "" {
		return
	}
	if !a.Go.Quiet() {
		p.say("what it holds can be told when no cell runs")
		return
	}
	v, ok := a.Go.Value(n.Name)
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
		p.code(excerpt(v, most))
	}
}
