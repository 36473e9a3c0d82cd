package interp

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"unfold/dsl/cell"
)

// busy says that a value cannot be read now, since code of the session runs.
type busy struct{}

// remembered is what a session has told of itself.
type remembered struct {
	told    map[string]cell.Memory
	of      map[string]*entry // what was told of a name was of this entry
	touched map[string]bool   // names that cells have mentioned since
}

// touch notes the names that a plan mentions, and those that the functions it
// calls mention.
func (m *remembered) touch(p *plan) {
	if m.touched == nil {
		m.touched = map[string]bool{}
	}
	var reach func(it *item)
	reach = func(it *item) {
		for _, names := range []map[string]bool{it.free, it.keys} {
			for n := range names {
				if m.touched[n] {
					continue
				}
				m.touched[n] = true
				if e := p.scope.entries[n]; e != nil && e.decl != nil {
					reach(e.decl)
				}
			}
		}
	}
	for _, u := range p.units {
		for _, it := range u.items {
			reach(it)
			for _, n := range it.defines {
				m.touched[n] = true
			}
		}
	}
	for name, e := range p.scope.entries { // who calls a method is not known from names
		if typ, _, isMethod := strings.Cut(name, "."); isMethod && e.decl != nil && m.touched[typ] {
			reach(e.decl)
		}
	}
}

// Special writes values that have a text of their own. It returns that, or the
// reason why there is none; neither for other values.
type Special func(reflect.Value) (text, gone string)

// Changes returns what has changed since it was last called, see
// cell.Rememberer: imports, types and constants, variables, functions, each in
// the order they were declared. It is called between cells. Variables that no
// cell has mentioned since are looked at as long as patience lasts: something
// may have changed them by another name.
func (s *Session) Changes(special Special, patience time.Duration) (list []cell.Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := &s.memory
	if m.of == nil {
		m.of = map[string]*entry{}
	}
	tell := func(x cell.Memory) {
		if m.told[x.Name] != x {
			m.told[x.Name] = x
			list = append(list, x)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.scope.imports)) {
		path := s.scope.imports[name]
		tell(cell.Memory{Name: name + " " + path, Text: fmt.Sprintf("import %s %q", name, path)})
	}
	for _, path := range s.scope.dots {
		tell(cell.Memory{Name: ". " + path, Text: fmt.Sprintf("import . %q", path)})
	}
	calm := sync.OnceValue(func() bool { return (&run{label: s.mark + "·"}).count().session == 0 })
	w := &writer{s: s, special: special, calm: calm}
	write := func(e *entry) {
		x, ok := cell.Memory{}, true
		if _, isVar := e.obj.(*types.Var); isVar {
			x, ok = w.variable(e)
		} else {
			x = e.memory()
		}
		if ok {
			tell(x)
			m.of[e.name] = e
		}
	}
	due, others := s.changed()
	for _, e := range due {
		write(e)
	}
	for deadline := time.Now().Add(patience); len(others) > 0 && time.Now().Before(deadline); others = others[1:] {
		write(others[0])
	}
	var gone []string
	for name := range m.told {
		if !s.scope.has(name) {
			gone = append(gone, name)
		}
	}
	slices.Sort(gone)
	for _, name := range gone {
		delete(m.told, name)
		delete(m.of, name)
		list = append(list, cell.Memory{Name: name})
	}
	clear(m.touched)
	return list
}

// has reports whether the scope has what goes by a name in memory.
func (sc *scope) has(name string) bool {
	alias, path, isImport := strings.Cut(name, " ")
	switch {
	case !isImport:
		return sc.entries[name] != nil
	case alias == ".":
		return slices.Contains(sc.dots, path)
	}
	return sc.imports[alias] == path
}

// changed are the entries that are new or may have been changed by the cells
// that mention them, in the order in which they can be declared: what values
// are made of, variables, and what works on them. The others are variables, in
// no order.
func (s *Session) changed() (due, others []*entry) {
	m := &s.memory
	for name, e := range s.scope.entries {
		isNew := m.of[name] != e
		switch e.obj.(type) {
		case *types.Var:
			if isNew || m.touched[name] {
				due = append(due, e)
			} else {
				others = append(others, e)
			}
		case *types.TypeName, *types.Const, *types.Func:
			if isNew {
				due = append(due, e)
			}
		}
	}
	slices.SortFunc(due, func(a, b *entry) int {
		seq := 0
		if a.decl != nil && b.decl != nil {
			seq = a.decl.seq - b.decl.seq
		}
		return cmp.Or(a.place()-b.place(), seq, strings.Compare(a.name, b.name))
	})
	return due, others
}

// place puts what values are made of before them, and behind them what works
// on them.
func (e *entry) place() int {
	switch e.obj.(type) {
	case *types.Var:
		return 1
	case *types.Func:
		return 2
	}
	return 0
}

// memory writes a declaration down, at its place in its cell.
func (e *entry) memory() cell.Memory {
	m := cell.Memory{Name: e.name, Cell: e.cell}
	if c, ok := e.obj.(*types.Const); ok {
		typ := ""
		if b, ok := c.Type().(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
			typ = types.TypeString(c.Type(), (*types.Package).Name) + " "
			typ = strings.TrimPrefix(typ, mainPath+".")
		}
		m.Text = "const " + e.name + " " + typ + "= " + constantText(c)
		return m
	}
	if e.decl == nil {
		m.Gone = "its declaration is not known"
		return m
	}
	text := e.decl.source
	if len(e.decl.defines) > 1 {
		text = "type " + specOf(text, e.name)
	}
	m.Text = strings.Repeat("\n", max(0, e.decl.at.Line-1)) + strings.Repeat(" ", max(0, e.decl.at.Column-1)) + text
	return m
}

// constantText is a constant expression of the same value and kind.
func constantText(c *types.Const) string {
	v, text := c.Val(), c.Val().ExactString()
	if c.Type() == types.Typ[types.UntypedRune] {
		n, _ := constant.Int64Val(constant.ToInt(v))
		return strconv.QuoteRune(rune(n))
	}
	if b, ok := c.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsFloat == 0 {
		return text
	}
	if over, under, isRatio := strings.Cut(text, "/"); isRatio {
		return over + ".0 / " + under
	}
	if !strings.ContainsAny(text, ".ep") {
		text += ".0"
	}
	return text
}

// specOf is the text of one type in a group.
func specOf(group, name string) string {
	const head = "package p;"
	f, err := parser.ParseFile(token.NewFileSet(), "", head+group, 0)
	if err != nil {
		return group
	}
	text := group
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Name == name {
			text = group[int(spec.Pos())-1-len(head) : int(spec.End())-1-len(head)]
		}
		return true
	})
	return text
}

// variable writes a variable down; not ok if it cannot be read now.
func (w *writer) variable(e *entry) (m cell.Memory, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, waits := r.(busy); !waits {
				panic(r)
			}
			ok = false
		}
	}()
	m = cell.Memory{Name: e.name, Cell: e.cell}
	v, found := w.s.machine.Variable(e.ours)
	if !found {
		m.Gone = "its value is not known"
		return m, true
	}
	if w.special != nil && v.CanInterface() {
		if text, gone := w.special(v); text != "" {
			m.Text = e.name + " := " + text
			return m, true
		} else if gone != "" {
			m.Gone = gone
			return m, true
		}
	}
	text, why := w.literal(v, e.obj.Type())
	if why != "" {
		m.Gone = why
		return m, true
	}
	typ, why := w.spell(e.obj.Type())
	m.Text, m.Gone = "var "+e.name+" "+typ+" = "+text, why
	if why != "" {
		m.Text = ""
	}
	return m, true
}

// spell is the text of a type, or why there is none.
func (w *writer) spell(t types.Type) (text, why string) {
	defer func() {
		if r := recover(); r != nil {
			reason, ok := r.(cannot)
			if !ok {
				panic(r)
			}
			why = string(reason)
		}
	}()
	return w.typ(t), ""
}

// rank puts first what others are made of. A generic type has the methods it
// had when a variable of it was made.
func rank(text string) int {
	text = strings.TrimSpace(text)
	for begin, r := range map[string]int{"import ": 0, "type ": 1, "const ": 1, "func (": 2} {
		if strings.HasPrefix(text, begin) {
			return r
		}
	}
	if strings.HasPrefix(text, "func ") {
		return 4
	}
	return 3
}

// Restore declares memories of another session by eval, which runs a text as
// a cell of the given name, and returns those that could not be, with the
// reason in Gone. What one needs another for is tried again when that may be
// there, and in the end all that is left at once.
func Restore(ctx context.Context, memories []cell.Memory, eval func(name, text string) error) (lost []cell.Memory) {
	var pending []cell.Memory
	for _, m := range memories {
		if m.Text == "" {
			if m.Gone != "" {
				lost = append(lost, m)
			}
			continue
		}
		pending = append(pending, m)
	}
	slices.SortStableFunc(pending, func(a, b cell.Memory) int { return rank(a.Text) - rank(b.Text) })
	failed := map[string]error{}
	try := func(m cell.Memory) bool {
		failed[m.Name] = eval(m.Cell, m.Text)
		return failed[m.Name] == nil
	}
	for progress := true; progress && len(pending) > 0 && ctx.Err() == nil; {
		left := slices.DeleteFunc(slices.Clone(pending), try)
		progress = len(left) < len(pending)
		pending = left
	}
	if len(pending) > 1 && ctx.Err() == nil { // they may need one another
		var all strings.Builder
		for _, m := range pending {
			all.WriteString(strings.TrimSpace(m.Text) + "\n")
		}
		if eval(pending[0].Cell, all.String()) == nil {
			pending = nil
		}
	}
	for _, m := range pending {
		m.Text, m.Gone = "", "it cannot be declared anew"
		if err := failed[m.Name]; err != nil {
			m.Gone = err.Error()
		} else if err := ctx.Err(); err != nil {
			m.Gone = err.Error()
		}
		lost = append(lost, m)
	}
	return lost
}
