package logit

import (
	"context"
	"math"
	"slices"

	back "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/linear/blas"
)

// A likelihood is what logistic regression minimises,
//
//	f(W, b) = a Σ_i −log p(y_i | x_i) + ½r ‖W‖²,  a = C/(1 + C),  r = 1/(1 + C),
//
// which is finite for every C. Its variables are the functions one after the other,
// each the weights of the columns and then the intercept.
type likelihood struct {
	classes   int
	functions int // for the last classes
	wide      int // columns and one
	a, r      float64
	scale     float64
	mean      []float64
	rows      []float64 // n×wide: columns in deviations, by the scale, and 1
	labels    []int     // positions of classes
}

func newLikelihood(classes, columns int, c float64) *likelihood {
	p := &likelihood{classes: classes, functions: classes, wide: columns + 1, a: 1 / (1 + 1/c), r: 1 / (1 + c)}
	if classes == 2 {
		p.functions = 1
	}
	return p
}

// size is how many variables there are.
func (p *likelihood) size() int { return p.functions * p.wide }

// bytes is what n rows and the matrices of Newton's method take.
func (p *likelihood) bytes(n int) uint64 {
	bytes := 8 * uint64(n) * uint64(p.wide+1)
	if p.size() <= newtonMost {
		bytes += memory.Square(mostParts+2, p.size())
	}
	return bytes
}

const (
	mostParts = 16  // of the rows, which are summed apart
	leastPart = 256 // rows of a part
	atATime   = 128 // rows that are multiplied at a time, so that they are near
)

// take copies the rows, and their classes.
func (p *likelihood) take(x *mat.Dense, class []int, mean []float64, scale float64) {
	p.mean, p.scale, p.rows, p.labels = mean, scale, make([]float64, len(class)*p.wide), class
	for i := range class {
		row := p.rows[i*p.wide : (i+1)*p.wide]
		for j, v := range x.RawRowView(i) {
			row[j] = (v - mean[j]) / scale
		}
		row[p.wide-1] = 1
	}
}

// Derivatives are f and its derivatives, the second ones, an upper triangle, where
// they are asked for.
type derivatives struct {
	value         float64
	first, second []float64
	weighed       []float64 // a workspace
}

// at is f at x: the sums over parts of the rows, in order, and what W costs.
func (p *likelihood) at(ctx context.Context, x []float64, second bool) (*derivatives, error) {
	parts, err := parallel.Blocks(ctx, len(p.labels), max(leastPart, (len(p.labels)+mostParts-1)/mostParts), func(lo, hi int) *derivatives { return p.part(ctx, x, lo, hi, second) })
	if err == nil {
		err = ctx.Err() // which parts end by
	}
	if err != nil {
		return nil, err
	}
	whole := parts[0]
	for _, other := range parts[1:] {
		whole.value += other.value
		simd.AddScaled(whole.first, 1, other.first)
		simd.AddScaled(whole.second, 1, other.second)
	}
	whole.value *= p.a
	for k := range whole.first {
		whole.first[k] *= p.a
	}
	for k := range whole.second {
		whole.second[k] *= p.a
	}
	for f := range p.functions {
		for k := f * p.wide; k < (f+1)*p.wide-1; k++ {
			whole.value += float64(p.r * x[k] * x[k] / 2)
			whole.first[k] += float64(p.r * x[k])
			if second {
				whole.second[k*p.size()+k] += p.r
			}
		}
	}
	return whole, nil
}

// part sums over the rows in [lo, hi).
func (p *likelihood) part(ctx context.Context, x []float64, lo, hi int, second bool) *derivatives {
	d := &derivatives{first: make([]float64, p.size())}
	if second {
		d.second, d.weighed = make([]float64, p.size()*p.size()), make([]float64, atATime*p.wide)
	}
	var one blas.Single[float64]
	logits, shares, exps := make([]float64, atATime*p.functions), make([]float64, atATime*p.functions), make([]float64, atATime*p.classes)
	for from := lo; from < hi && ctx.Err() == nil; from += atATime {
		n := min(atATime, hi-from)
		rows, labels := p.rows[from*p.wide:(from+n)*p.wide], p.labels[from:from+n]
		one.Gemm(back.NoTrans, back.Trans, n, p.functions, p.wide, 1, rows, p.wide, x, p.wide, 0, logits, p.functions)
		d.value += p.losses(logits, shares, exps, labels)
		one.Gemm(back.Trans, back.NoTrans, p.functions, p.wide, n, 1, logits, p.functions, rows, p.wide, 1, d.first, p.wide)
		if second {
			p.addSecond(d, rows, shares, n)
		}
	}
	return d
}

// losses is Σ −log p(y | x) of rows with the given logits, which it replaces by
// their derivatives p_c − [c = y]. shares become p_c. Exponents are taken of all rows
// at once, which vectors do several times faster.
func (p *likelihood) losses(logits, shares, exps []float64, labels []int) (sum float64) {
	count := p.classes
	implied := count - p.functions // the class without a function has the logit 0
	for i, label := range labels {
		own := exps[i*count : (i+1)*count]
		own[0] = 0
		copy(own[implied:], logits[i*p.functions:(i+1)*p.functions])
		highest := slices.Max(own)
		for c := range own {
			own[c] -= highest
		}
		sum -= own[label]
	}
	exps = exps[:len(labels)*count]
	simd.Exp(exps, exps)
	for i, label := range labels {
		at := i * p.functions
		sum += logSum(logits[at:at+p.functions], shares[at:at+p.functions], exps[i*count:(i+1)*count], label)
	}
	return sum
}

// logSum is the logarithm of the sum of a row's exponentials, of which the largest is 1.
// It and the derivatives come from sums without what they would cancel, since a likely
// class has 1 − p far below a rounding of 1.
func logSum(logits, shares, exps []float64, label int) float64 {
	others, implied := 0.0, len(exps)-len(logits)
	for c, e := range exps {
		if c != label {
			others += e
		}
	}
	total := exps[label] + others
	for f := range logits {
		shares[f] = exps[implied+f] / total
		logits[f] = shares[f]
	}
	if label >= implied {
		logits[label-implied] = -others / total
	}
	if exps[label] == 1 {
		return elementary.Log1p(others)
	}
	return elementary.Log(total)
}

// addSecond adds p_f([f = g] − p_g) x xᵀ for each two functions.
func (p *likelihood) addSecond(d *derivatives, rows, shares []float64, n int) {
	var one blas.Single[float64]
	for f := range p.functions {
		for g := f; g < p.functions; g++ {
			for i := range n {
				share, other := shares[i*p.functions+f], shares[i*p.functions+g]
				weight := -share * other
				if f == g {
					weight = share * (1 - share)
				}
				for j, v := range rows[i*p.wide : (i+1)*p.wide] {
					d.weighed[i*p.wide+j] = weight * v
				}
			}
			block := d.second[f*p.wide*p.size()+g*p.wide:]
			one.Gemm(back.Trans, back.NoTrans, p.wide, p.wide, n, 1, rows, p.wide, d.weighed, p.wide, 1, block, p.size())
		}
	}
}

// model is what was learned: coefficients of the columns in their own units.
func (p *likelihood) model(x []float64) *Model {
	m := &Model{Classes: p.classes, Mean: p.mean, Weights: mat.NewDense(p.functions, p.wide-1, nil)}
	for f := range p.functions {
		own := x[f*p.wide : (f+1)*p.wide]
		for j, w := range own[:p.wide-1] {
			m.Weights.Set(f, j, w/p.scale)
		}
		m.Intercepts = append(m.Intercepts, own[p.wide-1])
	}
	return m
}

// steepness is the length of a gradient.
func steepness(gradient []float64) float64 { return math.Sqrt(simd.Dot(gradient, gradient)) }
