package workspace

import "strings"

// Mentions adds the names that a plan defines or mentions, and those that the
// functions it calls mention, to a set. Names in the set already are not followed.
func (p *Plan) Mentions(set map[string]bool) {
	for _, u := range p.Units {
		for _, it := range u.items {
			p.scope.follow(it, set)
			for _, n := range it.defines {
				set[n] = true
			}
		}
	}
	for name, e := range p.scope.entries { // who calls a method is not known from names
		if typ, _, isMethod := strings.Cut(name, "."); isMethod && e.decl != nil && set[typ] {
			p.scope.follow(e.decl, set)
		}
	}
}

// follow adds the names that an item mentions to a set, and those that what it
// mentions does.
func (sc *Scope) follow(it *item, set map[string]bool) {
	for _, names := range []map[string]bool{it.free, it.keys} {
		for n := range names {
			if set[n] {
				continue
			}
			set[n] = true
			if e := sc.entries[n]; e != nil && e.decl != nil {
				sc.follow(e.decl, set)
			}
		}
	}
}
