package embedding

import (
	"context"
	"fmt"
	"strings"

	"unfold/engine"
)

// remarkBridges lists the bridges, by the rows' places in the source.
func remarkBridges(ctx context.Context, g *engine.Graph, rows []int) {
	const most = 8
	if len(g.Bridges) == 0 {
		return
	}
	name := func(i int) int {
		if rows == nil {
			return i
		}
		return rows[i]
	}
	var list []string
	for i, b := range g.Bridges {
		if i == most {
			list = append(list, fmt.Sprintf("and %d more", len(g.Bridges)-most))
			break
		}
		list = append(list, fmt.Sprintf("row %d to row %d (length %.4g)", name(b.I), name(b.J), b.Length))
	}
	word := "bridges"
	if len(g.Bridges) == 1 {
		word = "bridge"
	}
	engine.Remark(ctx, "neighbourhood graph had %d components, joined by %d %s: %s", g.Components, len(g.Bridges), word, strings.Join(list, ", "))
}
