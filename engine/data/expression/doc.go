// Package expression reads what people write of columns, and finds its value for a
// row:
//
//	weight / height^2
//	log(price) - log([list price])
//	age > 30 and sex == "f" and not missing(income)
//
// # What may be written
//
// Numbers, and columns by their names; a name that is more than letters, digits,
// points and underscores stands in brackets. Of the operators ^ binds closest, then
// a sign, then * and /, then + and -, then < <= > >= == and !=, then not, and, or;
// ^ binds to the right, so that 2^3^2 is 2^9 and -x^2 is -(x^2). One = compares as
// == does. The functions are log, log2, log10, exp, sqrt, abs, floor, ceil, round,
// sin, cos, tanh, min, max, missing and if(condition, value, otherwise), of two numbers or
// of two words, and of a date
// year, month, day, weekday (Monday is 1), hour and minute.
//
// Text in quotes is compared with a categorical column. A number compares with one
// by the level of its digits. A text that is compared with dates is one. Dates are days,
// so that their difference is a number of days.
//
// # What has no value
//
// A missing cell makes what is computed of it missing. So does whatever is no finite
// number: a division by 0, the logarithm of 0 or less, the root of a negative
// number, a result beyond what float64 holds; 1/(1/0) is missing and not 0.
// A comparison with something missing is neither true nor false; "and" is false
// with one side false and "or" true with one side true whatever the other is;
// missing(x) is always true or false. [Formula.Why] tells what went wrong.
//
// # Determinism
//
// The operations are those of float64 and of elementary, so a row has the same
// value on every processor and in any company.
//
// Start reading at [Parse] (parse.go); bind.go holds what columns make of it. The
// package imports the engine's vocabulary.
package expression
