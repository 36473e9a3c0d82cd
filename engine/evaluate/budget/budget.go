// Package budget tells how much memory the engine may take. A stage that would
// take more refuses with its estimate; a program that runs cells may use the
// same number to guard itself against everything else. It imports
// internal/memory, which it opens to programs. Start at [Bytes].
package budget

import "unfold/engine/internal/memory"

// Variable is the environment variable that sets the budget, as [Parse] reads
// it. It is read once, when the budget is first asked for.
const Variable = memory.Variable

// Bytes returns the budget of this process: what the environment says, or
// four fifths of what the machine or the control group had free when it was
// first asked for. It is zero where the system does not tell.
func Bytes() uint64 { return memory.Budget() }

// Reason says why what the environment asks for is not an amount of memory, and
// what to write; nil where it is one, or asks for nothing. Programs should end
// there: with a reason, the usual budget serves, and reports say so.
func Reason() error { return memory.Reason() }

// Parse reads an amount of memory: a number of bytes, one with a unit such as
// 500MB, 2GB or 1.5GiB, or a share such as 50% of what is free now. The empty
// text is the default, 80%.
func Parse(text string) (uint64, error) { return memory.Parse(text) }
