package workspace

import (
	"go/ast"
	"slices"
)

// arrange puts items into units. Declarations come as early as what they
// mention allows; a cell of declarations only is one unit, with Go's own rules
// for the order of its variables; a name defined twice starts a new unit, in
// which it means the new thing.
func arrange(items []*item) []*Unit {
	if u := packageUnit(items); u != nil {
		return []*Unit{u}
	}
	slots := slotsOf(items)
	var units []*Unit
	declare := func(slot int) {
		if len(slots[slot]) > 0 {
			units = append(units, &Unit{items: slots[slot], Declares: true})
		}
	}
	declare(-1)
	var run *Unit
	defined := map[string]bool{}
	for i, it := range items {
		if it.kind != statement {
			continue
		}
		if run == nil || redefines(it, defined) {
			run = &Unit{}
			units = append(units, run)
			clear(defined)
		}
		run.items = append(run.items, it)
		for _, n := range it.defines {
			defined[n] = true
		}
		if len(slots[i]) > 0 {
			declare(i)
			run = nil
		}
	}
	return units
}

// redefines reports whether Go would refuse the item because its names exist:
// := needs one new name, var needs all of them new.
func redefines(it *item, defined map[string]bool) bool {
	old := 0
	for _, n := range it.defines {
		if defined[n] {
			old++
		}
	}
	if old == 0 {
		return false
	}
	if len(it.stmts) == 1 {
		if _, ok := it.stmts[0].(*ast.DeclStmt); ok {
			return true
		}
	}
	return old == len(it.defines)
}

// packageUnit is the unit of a cell without statements, or nil.
func packageUnit(items []*item) *Unit {
	if len(items) == 0 {
		return nil
	}
	for _, it := range items {
		if it.kind == declaration {
			continue
		}
		for _, s := range it.stmts {
			if d, ok := s.(*ast.DeclStmt); !ok || meansEarlier(d.Decl.(*ast.GenDecl), it.free) {
				return nil
			}
		}
	}
	return &Unit{items: items, Declares: true}
}

// meansEarlier reports whether a declaration says var x = x + 1, which in a
// notebook means the x of an earlier cell. Free are the names that it mentions and
// does not bind itself.
func meansEarlier(d *ast.GenDecl, free map[string]bool) (found bool) {
	for _, spec := range d.Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for _, value := range spec.Values {
			ast.Inspect(value, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				found = found || ok && id.Obj == nil && free[id.Name] && slices.ContainsFunc(spec.Names, func(own *ast.Ident) bool { return own.Name == id.Name })
				return !found
			})
		}
	}
	return found
}

// latest is the last statement that declaration i needs, directly or by others, or -1.
// Definer tells which item defines a name.
func latest(items []*item, definer map[string]int, i int, seen map[int]bool) int {
	last := -1
	seen[i] = true
	for n := range items[i].free {
		j, ok := definer[n]
		switch {
		case !ok || seen[j]:
		case items[j].kind == declaration:
			last = max(last, latest(items, definer, j, seen))
		default:
			last = max(last, j)
		}
	}
	if !items[i].parametric() {
		return last
	}
	for j, it := range items { // what mentions a generic type needs its methods too
		if !seen[j] && it.kind == declaration && slices.Contains(items[i].defines, it.receiver) {
			last = max(last, latest(items, definer, j, seen))
		}
	}
	return last
}

// slotsOf gives for every statement's index the declarations that can follow
// it at the earliest; those that need no statement are at -1.
func slotsOf(items []*item) map[int][]*item {
	definer := map[string]int{}
	for i, it := range items {
		for _, n := range it.defines {
			if _, seen := definer[n]; !seen {
				definer[n] = i
			}
		}
	}
	slots := map[int][]*item{}
	at := map[*item]int{}
	for i, it := range items {
		if it.kind == declaration {
			at[it] = latest(items, definer, i, map[int]bool{})
		}
	}
	// A method comes no earlier than its type. It may come later, except that
	// a generic type is made with all its methods.
	for _, it := range items {
		j, here := definer[it.receiver]
		if it.receiver == "" || !here || items[j].kind != declaration {
			continue
		}
		at[it] = max(at[it], at[items[j]])
		if items[j].parametric() {
			at[items[j]] = at[it]
		}
	}
	for _, it := range items {
		if it.kind != declaration {
			continue
		}
		slot := at[it]
		if j, here := definer[it.receiver]; it.receiver != "" && here && items[j].kind == declaration {
			slot = max(slot, at[items[j]])
		}
		slots[slot] = append(slots[slot], it)
	}
	return slots
}

// parametric reports whether an item declares a generic type.
func (it *item) parametric() bool {
	for _, d := range it.decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, spec := range g.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.TypeParams != nil {
					return true
				}
			}
		}
	}
	return false
}
