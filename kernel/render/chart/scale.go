package chart

import (
	"math"
	"strconv"
	"unfold/engine/figure"
)

// A scale takes the numbers of an axis to [0, 1]. A scale that runs downwards
// has lo above hi.
type scale struct {
	lo, hi float64
	axis   figure.Axis
	ticked *[2]float64 // where ticks may stand, if not everywhere
}

// tick is a place on an axis that says its number.
type tick struct {
	at    float64
	label string
}

// newScale returns the scale that shows all finite values with a little room
// at both ends.
func newScale(axis figure.Axis, values ...[]float64) scale {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, vs := range values {
		for _, v := range vs {
			if shown(v, axis.Log) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	s := scale{lo: lo, hi: hi, axis: axis}
	switch {
	case lo > hi && axis.Log:
		s.lo, s.hi = 1, 10
	case lo > hi:
		s.lo, s.hi = 0, 1
	case axis.Log && hi/lo < 1+1e-9:
		s.lo, s.hi = lo/2, hi*2
	case !axis.Log && hi-lo <= max(math.Abs(lo)*1e-9, least):
		d := math.Max(math.Abs(lo)/10, 0.5)
		s.lo, s.hi = lo-d, hi+d
	}
	return s.widen(1.09)
}

// limited reports whether the axis says where it begins and ends.
func limited(axis figure.Axis) bool {
	return axis.Low < axis.High && shown(axis.Low, axis.Log) && shown(axis.High, axis.Log)
}

// within returns the scale with the ends that the axis gives, if it gives any.
func (s scale) within(axis figure.Axis) scale {
	if limited(axis) {
		s.lo, s.hi, s.ticked = axis.Low, axis.High, nil
	}
	return s
}

// beyond reports whether a value lies outside the ends that the axis gives.
func beyond(v float64, axis figure.Axis) bool { return limited(axis) && axis.Beyond(v) }

// The sizes of number that can be shown: beyond them the arithmetic of an
// axis would overflow.
const least, most = 1e-280, 1e280

// shown reports whether v has a place on the axis.
func shown(v float64, log bool) bool {
	return math.Abs(v) <= most && (!log || v >= least)
}

// widen stretches the scale about its middle.
func (s scale) widen(by float64) scale {
	lo, hi := s.unroll(s.lo), s.unroll(s.hi)
	mid, half := lo+(hi-lo)/2, (hi/2-lo/2)*by
	s.lo, s.hi = s.roll(mid-half), s.roll(mid+half)
	return s
}

// unroll takes a value to where the scale is even, roll takes it back.
func (s scale) unroll(v float64) float64 {
	if s.axis.Log {
		return math.Log10(v)
	}
	return v
}

func (s scale) roll(v float64) float64 {
	if s.axis.Log {
		return math.Pow(10, v)
	}
	return v
}

// at returns where v lies, 0 at lo and 1 at hi.
func (s scale) at(v float64) float64 {
	lo, hi := s.unroll(s.lo), s.unroll(s.hi)
	return (s.unroll(v)/2 - lo/2) / (hi/2 - lo/2) // halves, so that no difference overflows
}

// ticks returns about count ticks at round numbers.
func (s scale) ticks(count int) []tick {
	count = max(count, 2)
	lo, hi := min(s.lo, s.hi), max(s.lo, s.hi)
	if s.ticked != nil {
		lo, hi = s.ticked[0], s.ticked[1]
	}
	switch {
	case s.axis.Labels != nil:
		return s.namedTicks(lo, hi, count)
	case s.axis.Log:
		if ticks := logTicks(lo, hi, count); len(ticks) >= 2 {
			return ticks
		}
	}
	step := roundStep((hi/2 - lo/2) / float64(count) * 2)
	if s.axis.Whole {
		step = math.Max(step, 1)
	}
	var ticks []tick
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+step*1e-9 && len(ticks) < 50; i++ {
		ticks = append(ticks, tick{at: i * step, label: tickLabel(i*step, step)})
	}
	return ticks
}

func (s scale) namedTicks(lo, hi float64, count int) []tick {
	every := (len(s.axis.Labels) + count - 1) / count
	var ticks []tick
	for i := 0; i < len(s.axis.Labels); i += max(every, 1) {
		if at := float64(i); at >= lo && at <= hi {
			ticks = append(ticks, tick{at: at, label: s.axis.Labels[i]})
		}
	}
	return ticks
}

// logTicks returns the powers of ten, every few of them where they are many,
// with their double and fivefold where they are few.
func logTicks(lo, hi float64, count int) []tick {
	first, last := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	every := max(1, math.Ceil((last-first)/float64(count)))
	heads := []float64{1}
	if (last-first)*3 <= float64(count)+2 {
		heads = []float64{1, 2, 5}
	}
	label := plainLabel
	if lo < 1e-4 || hi >= 1e7 {
		label = powerLabel // all of one kind
	}
	var ticks []tick
	for e := math.Ceil(first/every) * every; e <= last; e += every {
		for _, h := range heads {
			v, err := strconv.ParseFloat(strconv.Itoa(int(h))+"e"+strconv.Itoa(int(e)), 64)
			if err == nil && v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
				ticks = append(ticks, tick{at: v, label: label(v)})
			}
		}
	}
	return ticks
}

// roundStep returns the smallest of 1, 2, 5 times a power of ten that is at
// least x.
func roundStep(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, head := range []float64{1, 2, 5} {
		if head*power >= x*(1-1e-9) {
			return head * power
		}
	}
	return 10 * power
}

// tickLabel writes v with the digits that a step of its size needs.
func tickLabel(v, step float64) string {
	if v == 0 {
		return "0"
	}
	if a := math.Abs(v); a >= 1e6 || a < 1e-4 {
		return short(v)
	}
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	return minus(strconv.FormatFloat(v, 'f', digits, 64))
}

// short writes v in few characters.
func short(v float64) string {
	a := math.Abs(v)
	if a != 0 && (a >= 1e6 || a < 1e-3) {
		text := strconv.FormatFloat(v, 'e', -1, 64)
		if len(text) > 8 {
			text = strconv.FormatFloat(v, 'e', 1, 64)
		}
		return minus(shortExponent(text))
	}
	return minus(strconv.FormatFloat(v, 'g', 4, 64))
}

// plainLabel writes v without a power: 500, 10000, 0.002.
func plainLabel(v float64) string { return minus(strconv.FormatFloat(v, 'f', -1, 64)) }

// powerLabel writes v as a power of ten: 1e-3.
func powerLabel(v float64) string {
	if v == 1 {
		return "1"
	}
	return shortExponent(strconv.FormatFloat(v, 'e', -1, 64))
}

// shortExponent turns 1e-06 into 1e-6.
func shortExponent(text string) string {
	for i := range len(text) {
		if text[i] == 'e' {
			exp, _ := strconv.Atoi(text[i+1:])
			return text[:i+1] + strconv.Itoa(exp)
		}
	}
	return text
}

// minus writes a negative number with the sign that is as wide as a digit.
func minus(text string) string {
	if len(text) > 0 && text[0] == '-' {
		return "−" + text[1:]
	}
	return text
}
