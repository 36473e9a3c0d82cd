package ridge

// A goal is how well a system that a float32 factor preconditions must be
// solved.
type goal struct {
	residual   float64 // ‖b − A x‖ by ‖b‖
	correction float64 // the last correction by ‖x‖
}

// productLimit is how many products with the matrix may be spent on a goal.
const productLimit = 40

// What Fit promises, and what scores that are off by less than a millionth
// need.
var (
	coefficientGoal = goal{1e-10, 1e-9}
	scoreGoal       = goal{1e-7, 1e-5}
)
