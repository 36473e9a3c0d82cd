package worker

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"unfold/engine/wording"
)

const (
	busySpan = 100 * time.Millisecond // between looks at the child while cells run
	idleSpan = time.Second            // and between cells
	// beyondShare is how much of its budget a child may have resident, in
	// hundredths: the child itself ends cells before it comes to this.
	beyondShare = 115
	beyondSlack = 64 << 20
)

// guard ends a child that takes more memory than it may, where the system
// tells how much that is.
func (c *child) guard(pid int) {
	budget := c.s.options.Memory
	if budget == 0 {
		return
	}
	limit := budget/100*beyondShare + beyondSlack
	for {
		wait := idleSpan
		if c.isBusy() {
			wait = busySpan
		}
		select {
		case <-time.After(wait):
		case <-c.dying:
			return
		}
		held, known := resident(pid)
		if !known {
			return
		}
		if held > limit {
			c.kill(death{
				kind:    outOfMemory,
				message: fmt.Sprintf("the interpreter took %s, and its budget is %s", wording.Bytes(held), wording.Bytes(budget)),
				hint:    beyondBudget{}.failure().remedy,
			})
		}
	}
}

// resident is how many bytes of memory a process has, and whether the system
// tells.
func resident(pid int) (bytes uint64, known bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0, false
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, false
	}
	pages, err := strconv.ParseUint(fields[1], 10, 64)
	return pages * uint64(os.Getpagesize()), err == nil
}
