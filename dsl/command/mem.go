package command

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

func init() {
	register(&Command{
		Name: "mem", Usage: "%mem", Line: true,
		Summary: "tells the memory of the session: resident, heap, limit, and what results and variables hold",
		Run: func(_ context.Context, c *Call) (any, error) {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			results, held := c.Host.Kept()
			variables := 0
			for _, n := range c.Host.Names(true) {
				variables += max(0, n.Bytes)
			}
			t := Table{Title: "memory", Header: []string{"what", "holds"}, Rows: [][]string{
				{"resident", size(resident(int(m.Sys - m.HeapReleased)))},
				{"heap in use", size(int(m.HeapInuse))},
				{"variables", size(variables)},
				{fmt.Sprintf("kept results (%d)", results), size(held)},
			}}
			if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
				t.Rows = append(t.Rows, []string{"limit", size(int(limit))})
			}
			return t, nil
		},
	})
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
