// Package protocol decides which rows are learned from and which are held, so
// that what is reported of held rows was learned without them.
//
// Stratified protocols give every class its share of each part, as exactly as
// whole rows allow. Where rows have no classes they divide as if unstratified.
package protocol

import "unfold/engine"

var family engine.Family

func declare[M engine.Protocol](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.ProtocolRole, s, make)
}

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

// The answers to stratify=.
const (
	Stratified   = "yes"
	Unstratified = "no"
)

// groups returns the class of each of n rows and the number of classes, or
// one group of all rows where classes do not matter.
func groups(n int, target engine.Target, stratify string) (of []int, count int) {
	if stratify == Stratified && target.HasClasses() {
		return target.Labels, len(target.Classes)
	}
	return make([]int, n), 1
}

// sizesOf counts the rows of each group.
func sizesOf(groups []int, count int) []int {
	sizes := make([]int, count)
	for _, g := range groups {
		sizes[g]++
	}
	return sizes
}

// divide returns the fold that holds the given rows, ascending, and learns
// from the others.
func divide(n int, held []int, repeat int) engine.Fold {
	train := make([]int, 0, n-len(held))
	next := 0
	for row := range n {
		if next < len(held) && held[next] == row {
			next++
			continue
		}
		train = append(train, row)
	}
	return engine.Fold{Train: train, Held: held, Repeat: repeat}
}

// unlearned returns the first class that has rows, but none in the training
// part of f.
func unlearned(f engine.Fold, target engine.Target) (class int, found bool) {
	if !target.HasClasses() {
		return 0, false
	}
	learned := make([]bool, len(target.Classes))
	for _, row := range f.Train {
		learned[target.Labels[row]] = true
	}
	for _, row := range f.Held {
		if c := target.Labels[row]; !learned[c] {
			return c, true
		}
	}
	return 0, false
}
