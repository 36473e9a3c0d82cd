package chart

import (
	"sync"

	"unfold/engine/figure"
)

// Looks say which look each class has, by its name: once a name has been
// drawn, it keeps its colour and shape in all figures to come, whichever
// classes stand beside it. A nil *Looks gives looks by the order of the names.
//
// It may be used by several goroutines.
type Looks struct {
	mu   sync.Mutex
	kept map[string]int
}

// greyLook is that of the group of all that are not told apart.
const greyLook = -1

// ofFigure returns the look of each class of a figure.
func (l *Looks) ofFigure(fig *figure.Figure) []int {
	looks := l.of(fig.Classes)
	for i, name := range fig.Classes {
		if name == fig.Others && name != "" {
			looks[i] = greyLook
		}
	}
	return looks
}

// of returns the look of each of the names, no two the same. Names that are
// known keep theirs, the first of two that want the same; every other takes the
// first that is free in this figure, so that the looks told apart best go
// first.
func (l *Looks) of(names []string) []int {
	looks := make([]int, len(names))
	if l == nil {
		for i := range looks {
			looks[i] = i
		}
		return looks
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept == nil {
		l.kept = map[string]int{}
	}
	taken := map[int]bool{}
	for i, name := range names {
		look, known := l.kept[name]
		if looks[i] = look; !known || taken[look] {
			looks[i] = -1
			continue
		}
		taken[look] = true
	}
	free := 0
	for i, name := range names {
		if looks[i] >= 0 {
			continue
		}
		for taken[free] {
			free++
		}
		looks[i], taken[free] = free, true
		if _, known := l.kept[name]; !known {
			l.kept[name] = free
		}
	}
	return looks
}
