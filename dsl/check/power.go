package check

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"strings"

	"unfold/dsl/syntax"
)

// powers reports a range whose ends are written as powers, which Go reads as
// exclusive or: 2^-3..2^9.
func (k *checker) powers(v *syntax.Range) bool {
	low, from, first := k.power(v.Low)
	high, to, second := k.power(v.High)
	switch {
	case first && second && low == high:
		remedy := decimals(low, from) + ".." + decimals(high, to)
		if v.By == nil && from != to {
			remedy += fmt.Sprintf(" log %g", math.Abs(to-from)+1)
		}
		k.noPower(v, v.Low, remedy)
	case first:
		k.noPower(v.Low, v.Low, decimals(low, from))
	case second:
		k.noPower(v.High, v.High, decimals(high, to))
	}
	return first || second
}

// noPower reports a power, of which one is an example.
func (k *checker) noPower(at syntax.Part, example *syntax.Go, remedy string) {
	written := k.cell.Written(example)
	value, _ := literal(written)
	k.report(at, fmt.Sprintf("^ is exclusive or in Go, not a power: %s is %v", strings.Join(strings.Fields(written), ""), value), "", "write "+remedy)
}

// power tells what a Go expression would be if ^ were one; of what has other
// than literals for its parts nothing is known.
func (k *checker) power(g *syntax.Go) (base, exponent float64, ok bool) {
	if len(g.Nodes) > 0 {
		return 0, 0, false
	}
	text := k.cell.Written(g)
	tree, err := parser.ParseExpr(text)
	if err != nil {
		return 0, 0, false
	}
	xor, is := ast.Unparen(tree).(*ast.BinaryExpr)
	if !is || xor.Op != token.XOR {
		return 0, 0, false
	}
	part := func(e ast.Expr) (float64, bool) {
		v, known := literal(text[e.Pos()-1 : e.End()-1])
		if i, whole := v.(int); whole {
			return float64(i), known
		}
		f, is := v.(float64)
		return f, known && is
	}
	base, is = part(xor.X)
	exponent, ok = part(xor.Y)
	return base, exponent, is && ok
}

// decimals writes a power as a number.
func decimals(base, exponent float64) string { return format(math.Pow(base, exponent)) }
