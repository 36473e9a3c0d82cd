// Package view draws reports: each view makes one figure, as data, from what
// the runs of a report hold. A figure says in its caption what can be seen in
// it and what cannot, and in Alt the same in numbers for those who do not see
// it.
//
// Nothing is fitted here, and no view looks at data that its report does not
// hold.
package view

import "unfold/engine"

var family engine.Family

func declare[M engine.Viewer](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.ViewRole, s, make)
}

// Stages returns the views.
func Stages() []engine.Stage { return family.Stages() }
