package engine

// An Estimator is a method that can tell beforehand what it will take, from
// its own settings and the shape of the rows alone. It answers at once, and
// is right to within a factor of a few: readers are told "about", and a front
// end may set the estimate right by how earlier ones of the same stage went.
type Estimator interface {
	Method
	// Estimate tells how many seconds the method takes to learn from n rows
	// of d columns on one processor, and how many bytes it holds at its
	// fullest beyond the rows themselves. It is deterministic and grows with
	// n and d.
	Estimate(n, d int) (seconds float64, bytes uint64)
}
