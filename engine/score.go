package engine

// A Score is one number about one run.
type Score struct {
	Name   string
	Value  float64
	Better Direction
	// Count of Of: for a share, what was counted, from which an interval
	// follows; Of is zero for other numbers.
	Count, Of int
	// Parts are what a score is the mean of where there are several responses:
	// one for each.
	Parts []Part
}

// A Part is the score of one response among several.
type Part struct {
	Response string
	Value    float64 // NaN where there is none
}

// Direction says which way a score is better.
type Direction int

// The directions.
const (
	Higher Direction = iota // higher is better
	Lower                   // lower is better
)

func (d Direction) String() string {
	if d == Lower {
		return "lower"
	}
	return "higher"
}
