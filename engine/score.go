package engine

// A Score is one number about one run.
type Score struct {
	Name   string
	Value  float64
	Better Direction
	// Count of Of: for a share, what was counted, from which an interval
	// follows; Of is zero for other numbers.
	Count, Of int
	// Low and High bound the 95 % interval of a number that brings its own, which
	// Bounded tells.
	Low, High float64
	Bounded   bool
	// Parts are what a score is the mean of where there are several responses: one
	// for each. Where training and held rows are scored apart, they are those two.
	Parts []Part
}

// A Part is the score of one response among several, or of some of the rows.
type Part struct {
	Response string  // or which rows
	Value    float64 // NaN where there is none
}

// Direction says which way a score is better.
type Direction int

// The directions.
const (
	Higher  Direction = iota // higher is better
	Lower                    // lower is better
	Neither                  // it tells what is, not how well anything did
)

func (d Direction) String() string {
	return [...]string{"higher", "lower", "neither"}[d]
}
