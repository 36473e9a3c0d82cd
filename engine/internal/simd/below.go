package simd

// BelowRows is how many rows Below takes at once: value c of row q is at
// 6c + q.
const BelowRows = 6

// belowPanels are the kernels of Below, by level.
var belowPanels [levels]func(masks *uint64, sums, panels, squares, rows, bounds *float32, d, count int)

// Below tells which points of panels may be near to rows. With −2x for the
// rows and ‖y‖² in squares,
//
//	‖y‖² − 2 x·y = ‖x − y‖² − ‖x‖²
//
// is compared with a bound for each row: bit j of masks[6p+q] says whether it
// is at most bounds[q] for point j of panel p, and sums[64(6p+q)+j] is what it
// is. A square that is NaN leaves its point out. d columns, at least one; there
// are as many panels as squares have room for.
//
// Sums are in float32, in an order and with roundings that differ by level:
// each is within (d+2)·2⁻²⁴ of (‖x‖ + ‖y‖)² of the exact one, so bounds must
// have that much room.
func Below(masks []uint64, sums, panels, squares, rows []float32, bounds *[BelowRows]float32, d int) {
	count := len(squares) / PanelWidth
	if count == 0 {
		return
	}
	masks, sums = masks[:count*BelowRows], sums[:count*BelowRows*PanelWidth]
	panels, rows = panels[:count*d*PanelWidth], rows[:d*BelowRows]
	if l := Current(); belowPanels[l] != nil {
		belowPanels[l](&masks[0], &sums[0], &panels[0], &squares[0], &rows[0], &bounds[0], d, count)
		return
	}
	for p := range count {
		panel := panels[p*d*PanelWidth : (p+1)*d*PanelWidth]
		for q := range BelowRows {
			own := sums[(p*BelowRows+q)*PanelWidth:][:PanelWidth]
			copy(own, squares[p*PanelWidth:])
			for c := range d {
				factor := rows[c*BelowRows+q]
				for j, v := range panel[c*PanelWidth : (c+1)*PanelWidth] {
					own[j] += float32(factor * v)
				}
			}
			var mask uint64
			for j, s := range own {
				if s <= bounds[q] {
					mask |= 1 << j
				}
			}
			masks[p*BelowRows+q] = mask
		}
	}
}
