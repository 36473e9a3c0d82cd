package check

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"

	"unfold/engine"
)

// Candidates are the values of an argument that are to be chosen between.
type Candidates struct {
	Values []any
	Text   string // as a pipeline writes them, "3..15 by 2"; empty for a list

	log bool
}

// MostCandidates is how many values an argument may be offered. A grid of that
// many on one axis is a slip of the pen.
const MostCandidates = 10_000

// A Fault is what is wrong with a range, and which part of it is to blame.
type Fault struct {
	Part          Part
	Cause, Remedy string
}

// A Part is one of the numbers of a range.
type Part int

// The parts of a range.
const (
	Whole Part = iota
	Low
	High
	By // the step, or the count behind log
)

// Range returns the values from low to high in steps of by, high included if
// a step ends there. Whole numbers stay whole. Others are counted as decimals,
// as they are written, so 0.1..0.5 by 0.1 holds 0.3 and not
// 0.30000000000000004. A step below zero runs down.
func Range(low, high, by any) (Candidates, *Fault) {
	ends, fault := numbers(low, high, by)
	if fault != nil {
		return Candidates{}, fault
	}
	from, to, step := decimal(ends[Low]), decimal(ends[High]), decimal(ends[By])
	span := new(big.Rat).Sub(to, from)
	text := format(ends[Low]) + ".." + format(ends[High])
	if step.Sign() == 0 {
		return Candidates{}, &Fault{By, "a step of zero leads nowhere", "write how far it is from one value to the next: " + text + " by " + stride(ends)}
	}
	if span.Sign()*step.Sign() < 0 {
		return Candidates{}, backwards(ends, span.Sign() < 0)
	}
	steps, _ := new(big.Rat).Quo(span, step).Float64()
	n := int(math.Floor(math.Min(steps, MostCandidates)+1e-9)) + 1 // what was computed may miss its end by a hair
	switch {
	case n > MostCandidates:
		return Candidates{}, &Fault{Whole, fmt.Sprintf("%s holds more than %d values", text, MostCandidates), "take larger steps, or count on a logarithmic scale: " + logarithmic(ends)}
	case n == 1 && span.Sign() != 0:
		return Candidates{}, &Fault{By, fmt.Sprintf("the step of %s goes beyond the end, so %s holds %s alone", format(ends[By]), text, format(ends[Low])), fmt.Sprintf("take smaller steps: %s by %s", text, stride(ends))}
	}
	c := Candidates{Text: text}
	if format(ends[By]) != "1" {
		c.Text += " by " + format(ends[By])
	}
	whole := isWhole(ends[Low]) && isWhole(ends[By])
	for i := range n {
		at := new(big.Rat).Add(from, new(big.Rat).Mul(step, big.NewRat(int64(i), 1)))
		if whole {
			c.Values = append(c.Values, int(at.Num().Int64()))
			continue
		}
		c.Values = append(c.Values, number(at))
	}
	return c, nil
}

// stride is a step that will do between the ends.
func stride(ends [4]any) string {
	span := new(big.Rat).Sub(decimal(ends[High]), decimal(ends[Low]))
	switch {
	case isWhole(ends[Low]) && isWhole(ends[High]) && span.Sign() < 0:
		return "-1"
	case isWhole(ends[Low]) && isWhole(ends[High]):
		return "1"
	}
	return format(number(span.Quo(span, big.NewRat(4, 1))))
}

// backwards is the fault of a range whose step leads away from its end.
func backwards(ends [4]any, down bool) *Fault {
	low, high, by := format(ends[Low]), format(ends[High]), format(ends[By])
	if by == "1" {
		return &Fault{Whole, fmt.Sprintf("%s runs backwards", low+".."+high), fmt.Sprintf("write %s..%s, or %s..%s by -1 if the order matters", high, low, low, high)}
	}
	way, turned := "up", decimal(ends[By])
	if down {
		way = "down"
	}
	turned.Neg(turned)
	return &Fault{By, fmt.Sprintf("%s..%s runs %s, and a step of %s leads away from its end", low, high, way, by), fmt.Sprintf("write %s..%s by %s", low, high, format(number(turned)))}
}

// LogRange returns count values from low to high, each the same multiple of
// the one before: vᵢ = low·(high/low)^(i/(count−1)). The ends are exact, those
// between have twelve digits. It runs down where high is below low.
func LogRange(low, high, count any) (Candidates, *Fault) {
	ends, fault := numbers(low, high, count)
	if fault != nil {
		return Candidates{}, fault
	}
	from, to, n := float(ends[Low]), float(ends[High]), float(ends[By])
	text := fmt.Sprintf("%s..%s log %s", format(ends[Low]), format(ends[High]), format(ends[By]))
	part := Low
	if from > 0 {
		part = High
	}
	switch {
	case from <= 0 || to <= 0:
		return Candidates{}, &Fault{part, fmt.Sprintf("a logarithmic scale has no %s: its numbers are above 0", format(ends[part])), "begin above it, such as 1e-6..1 log 7, or count evenly with by"}
	case from == to:
		return Candidates{}, &Fault{Whole, fmt.Sprintf("both ends are %s, so there is one value", format(ends[Low])), "give the value alone, or two ends that differ"}
	case n != math.Trunc(n):
		return Candidates{}, &Fault{By, fmt.Sprintf("%s is no count of values", format(ends[By])), "write a whole number behind log: 1e-6..1 log 7"}
	case n < 2:
		return Candidates{}, &Fault{By, fmt.Sprintf("a count of %s does not reach from one end to the other", format(ends[By])), "write at least 2 behind log: 1e-6..1 log 7"}
	case n > MostCandidates:
		return Candidates{}, &Fault{By, fmt.Sprintf("%s values are more than %d", format(ends[By]), MostCandidates), "take fewer"}
	}
	c := Candidates{Text: text, log: true}
	for i := range int(n) {
		c.Values = append(c.Values, digits12(between(from, to, float64(i)/(n-1))))
	}
	c.Values[0], c.Values[len(c.Values)-1] = ends[Low], ends[High]
	return c, nil
}

// For returns the values as the parameter takes them: on a logarithmic scale
// those of a whole number are the nearest whole ones, equal ones once.
func (c Candidates) For(p *engine.Param) []any {
	if !c.log || p.Type != engine.Int {
		return c.Values
	}
	var values []any
	for _, v := range c.Values {
		values = append(values, int(math.Round(float(v))))
	}
	return slices.Compact(values)
}

// numbers returns the parts of a range as ints and float64s, by their Part.
func numbers(low, high, by any) (ends [4]any, fault *Fault) {
	for i, v := range []any{low, high, by} {
		part := Low + Part(i)
		switch rv := reflect.ValueOf(v); {
		case !rv.IsValid():
			fault = &Fault{part, "a range runs between numbers, and nil is none", "write it as 3..15, 3..15 by 2 or 1e-6..1 log 7"}
		case rv.CanInt():
			ends[part] = int(rv.Int())
		case rv.CanUint() && rv.Uint() <= math.MaxInt64:
			ends[part] = int(rv.Uint())
		case rv.CanFloat() && !math.IsNaN(rv.Float()) && !math.IsInf(rv.Float(), 0):
			ends[part] = rv.Float()
		default:
			fault = &Fault{part, fmt.Sprintf("a range runs between numbers, and %s is none", show(v)), "write it as 3..15, 3..15 by 2 or 1e-6..1 log 7"}
		}
		if fault != nil {
			return ends, fault
		}
	}
	return ends, nil
}

func show(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	if rv := reflect.ValueOf(v); rv.CanFloat() || rv.CanUint() || rv.Kind() == reflect.Bool {
		return fmt.Sprint(v)
	}
	return fmt.Sprintf("a %T", v)
}

func isWhole(v any) bool { _, ok := v.(int); return ok }

func float(v any) float64 {
	if i, ok := v.(int); ok {
		return float64(i)
	}
	return v.(float64)
}

// decimal is a number as its shortest decimals say it.
func decimal(v any) *big.Rat {
	r, _ := new(big.Rat).SetString(format(v))
	return r
}

// number is the float64 nearest to a decimal.
func number(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// format writes a number as a pipeline does.
func format(v any) string {
	if i, ok := v.(int); ok {
		return strconv.Itoa(i)
	}
	return strconv.FormatFloat(v.(float64), 'g', -1, 64)
}

// between is a share of the way from one number to another on a logarithmic
// scale.
func between(from, to, share float64) float64 {
	return math.Pow(from, 1-share) * math.Pow(to, share)
}

// digits12 rounds to twelve digits: what a power is off by, which differs
// between processors, lies beyond them.
func digits12(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	return r
}

// logarithmic gives a range of a few values between ends, if there is one.
func logarithmic(ends [4]any) string {
	low, high := float(ends[Low]), float(ends[High])
	if low > 0 && high > 0 {
		return fmt.Sprintf("%s..%s log 9", format(ends[Low]), format(ends[High]))
	}
	return "1e-6..1 log 7"
}
