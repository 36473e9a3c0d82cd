package machine

import (
	"go/token"
	"runtime"
	"strings"
	"sync"

	"github.com/traefik/yaegi/interp"
)

// Each node has a generator, which makes the step that executes it. Between
// compiling and running, some generators are replaced by ones that have the
// step made and put another around it, or in its place: what yaegi gets wrong
// is mended so, and what it does slowly.

// A mending puts a step around that of a node, or in its place.
type mending func(m *Machine, n *node, made step) step

// A mender replaces generators.
type mender struct {
	machine  *Machine
	mendings map[string]mending
	closures uintptr               // the code of the generator of function literals
	instead  map[uintptr]generator // by the code of the original; nil to leave as it is
	names    sync.Map              // of generators that stand in for others, by what they point to
}

// mend mends a program that is about to run. The steps of function literals and
// statements, which yaegi has made by then and chained to each other, are made
// again.
func (t *mender) mend(p *interp.Program) {
	root := rootOf(p)
	if !t.replace(root) {
		return
	}
	made := bodies(begun(nil, root), root)
	root.each(func(n *node) {
		if n.gen != nil {
			n.exec = nil
		}
	})
	for _, start := range made {
		makeSteps(start)
	}
}

// bodies adds to a list where the bodies of functions begin whose steps have
// been made.
func bodies(list []*node, n *node) []*node {
	if n == nil {
		return list
	}
	if len(n.child) == functionBody+1 && n.child[functionBody] != nil {
		list = begun(list, n.child[functionBody])
	}
	for _, c := range n.child {
		list = bodies(list, c)
	}
	return list
}

// begun adds the first node of a node to a list, if its step has been made.
func begun(list []*node, n *node) []*node {
	if n.start != nil && n.start.exec != nil {
		return append(list, n.start)
	}
	return list
}

// replace replaces generators and reports whether there was one to replace.
func (t *mender) replace(n *node) (found bool) {
	if n == nil {
		return false
	}
	if n.gen != nil {
		code := codeOf(n.gen)
		if g := t.substitute(n.gen, code); g != nil {
			n.gen, found = g, true
		}
		if code == t.closures {
			forgetSyntax(n)
		}
	}
	for _, c := range n.child {
		found = t.replace(c) || found
	}
	return found
}

// substitute is the generator to be used in place of one, or nil.
func (t *mender) substitute(gen generator, code uintptr) generator {
	g, known := t.instead[code]
	if !known {
		name := generatorName(gen)
		if m := t.mendings[name]; m != nil {
			g = t.around(gen, m)
			t.names.Store(pointerOf(g), name)
			if name == makesClosure {
				t.closures = code
			}
		}
		t.instead[code] = g
	}
	return g
}

// around mends what a generator makes.
func (t *mender) around(gen generator, m mending) generator {
	return func(n *node) {
		gen(n)
		if n.exec != nil { // else the last of a function
			n.exec = m(t.machine, n, n.exec)
		}
	}
}

// nameOf is the name of the generator of a node.
func (t *mender) nameOf(n *node) string {
	if name, mended := t.names.Load(pointerOf(n.gen)); mended {
		return name.(string)
	}
	return generatorName(n.gen)
}

func codeOf(gen generator) uintptr { return uintptr(word(pointerOf(gen), 0)) }

// generatorName is what yaegi calls a generator.
func generatorName(gen generator) string {
	f := runtime.FuncForPC(codeOf(gen))
	if f == nil {
		return ""
	}
	return f.Name()[strings.LastIndexByte(f.Name(), '.')+1:]
}

// each calls f for a node and all below it.
func (n *node) each(f func(*node)) {
	if n == nil {
		return
	}
	f(n)
	for _, c := range n.child {
		c.each(f)
	}
}

// span is where a node begins and the last position in it.
func (n *node) span() (pos, last token.Pos) {
	pos = token.Pos(n.pos)
	last = pos
	for _, c := range n.child {
		if c != nil {
			_, inner := c.span()
			last = max(last, inner)
		}
	}
	return pos, last
}

// Span is where a step stands in the text, and the last position in it.
func (s Step) Span() (pos, last token.Pos) { return s.node.span() }
