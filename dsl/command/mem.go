package command

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"unfold/engine/evaluate/budget"
)

func init() {
	register(&Command{
		Name: "mem", Usage: "%mem", Line: true,
		Summary: "tells the memory of the session: resident, heap, budget, and what results and variables hold",
		Run: func(_ context.Context, c *Call) (any, error) {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			variables := 0
			for _, n := range c.Host.Names(true) {
				variables += max(0, n.Bytes)
			}
			t := Table{Title: "memory", Header: []string{"what", "holds"}, Rows: [][]string{
				{"resident", size(resident(int(m.Sys - m.HeapReleased)))},
				{"heap in use", size(int(m.HeapInuse))},
				{"variables", size(variables)},
			}}
			for _, h := range c.Host.Kept() {
				t.Rows = append(t.Rows, []string{fmt.Sprintf("kept %s (%d)", h.What, h.Count), size(h.Bytes)})
			}
			if most := budget.Bytes(); most > 0 {
				t.Rows = append(t.Rows, []string{"budget", size(int(most))})
			}
			return t, nil
		},
	})
}

// A Holding is things that a session keeps.
type Holding struct {
	What  string // in the plural: "results"
	Count int
	Bytes int // roughly
}

// resident is the memory of this process that is in the machine, as the
// system tells it, or what the runtime has of it where the system does not.
func resident(otherwise int) int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return otherwise
	}
	if fields := strings.Fields(string(text)); len(fields) > 1 {
		if pages, err := strconv.Atoi(fields[1]); err == nil {
			return pages * os.Getpagesize()
		}
	}
	return otherwise
}
