package machine

import "reflect"

// A layout says how the variables of a function are made for a call: those of
// one type together, since most functions have many of a few types.
type layout struct {
	types  []reflect.Type
	groups []group
}

// A group is the variables of one type.
type group struct {
	array  reflect.Type // of as many elements
	places []int
}

func newLayout(types []reflect.Type) layout {
	l := layout{types: types}
	byType := map[reflect.Type]int{}
	for i, t := range types {
		g, known := byType[t]
		if !known {
			g = len(l.groups)
			byType[t] = g
			l.groups = append(l.groups, group{})
		}
		l.groups[g].places = append(l.groups[g].places, i)
	}
	for i := range l.groups {
		g := &l.groups[i]
		g.array = reflect.ArrayOf(len(g.places), types[g.places[0]])
	}
	return l
}

// fill makes the variables, all of them zero, and returns the arrays they are in.
func (l *layout) fill(values []reflect.Value) (blocks []reflect.Value) {
	for i := range l.groups {
		g := &l.groups[i]
		elements := reflect.New(g.array).Elem()
		blocks = append(blocks, elements)
		for k, place := range g.places {
			values[place] = elements.Index(k)
		}
	}
	return blocks
}
