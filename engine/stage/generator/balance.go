package generator

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "balance",
		Summary:  "lists all settings of a balance scale; the class is the side that tips",
		Formula:  "sign(left_weight·left_distance − right_weight·right_distance)",
		Citation: "Siegler 1976, doi:10.1016/0010-0285(76)90016-5; UCI, doi:10.24432/C5488X",
		Examples: []string{`balance | scale | pca`},
	}, func() *Balance { return new(Balance) })
}

// Balance is the balance-scale data of UCI, which are complete and need no
// file: each of the 5⁴ = 625 settings of two weights and two distances from 1
// to 5, in ascending order. The class is L or R, the side with the larger
// moment, or B where the scale balances: 288, 288 and 49 rows.
//
// Siegler 1976, doi:10.1016/0010-0285(76)90016-5.
type Balance struct{}

// Params declares nothing.
func (*Balance) Params(*engine.Params) {}

// Load lists the rows.
func (b *Balance) Load(ctx context.Context) (*engine.Table, error) {
	const levels = 5
	const n = levels * levels * levels * levels
	x := mat.NewDense(n, 4, nil)
	labels := make([]int, n)
	err := eachRow(ctx, n, func(i int) {
		row := x.RawRowView(i)
		for rest, j := i, 3; j >= 0; j-- {
			row[j], rest = float64(1+rest%levels), rest/levels
		}
		switch moment := float64(row[0]*row[1]) - float64(row[2]*row[3]); {
		case moment > 0:
			labels[i] = 1
		case moment < 0:
			labels[i] = 2
		}
	})
	if err != nil {
		return nil, err
	}
	names := []string{"left_weight", "left_distance", "right_weight", "right_distance"}
	return generated(b, x, names, ClassTarget("class", labels, "B", "L", "R")), nil
}
