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
	slice  reflect.Type // of them
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
			l.groups = append(l.groups, group{slice: reflect.SliceOf(t)})
		}
		l.groups[g].places = append(l.groups[g].places, i)
	}
	return l
}

// fill makes the variables, all of them zero, and returns the slices they are in.
func (l *layout) fill(values []reflect.Value) (blocks []reflect.Value) {
	for i := range l.groups {
		g := &l.groups[i]
		elements := reflect.MakeSlice(g.slice, len(g.places), len(g.places))
		blocks = append(blocks, elements)
		for k, place := range g.places {
			values[place] = elements.Index(k)
		}
	}
	return blocks
}
