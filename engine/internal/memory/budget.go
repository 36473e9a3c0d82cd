package memory

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Variable is the environment variable that sets the budget.
const Variable = "UNFOLD_MEMORY"

// usual is the budget where nobody sets one.
const usual = "80%"

// Budget is how many bytes this process may hold, zero if that is not known.
func Budget() uint64 {
	bytes, _ := readBudget()
	return bytes
}

// Reason says why what the environment asks for is no budget, so that the usual
// one serves; nil if it is, or nothing is asked for.
func Reason() error {
	_, err := readBudget()
	return err
}

// readBudget reads the environment's budget once.
var readBudget = sync.OnceValues(func() (uint64, error) {
	bytes, err := Parse(os.Getenv(Variable))
	if err == nil {
		return bytes, nil
	}
	bytes, _ = Parse(usual)
	return bytes, fmt.Errorf("%s: %w", Variable, err)
})

// Remark is what a report says of a budget that was asked for and is none.
func Remark() string {
	if err := Reason(); err != nil {
		return fmt.Sprintf("%v; until then it is %s of what is free", err, usual)
	}
	return ""
}

// units are the ends of an amount and what they multiply by.
var units = []struct {
	name string
	size float64
}{
	{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"TIB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"B", 1},
}

// Parse reads an amount of memory, such as 2GB, 1.5GiB, 500000000 or 50%, a
// share of what is free now, which is zero where the system does not tell.
func Parse(text string) (uint64, error) { return parse(text, systemFree) }

func parse(text string, free func() (uint64, bool)) (uint64, error) {
	number, unit := strings.ToUpper(strings.TrimSpace(text)), 1.0
	if number == "" {
		number = usual
	}
	if share, ok := strings.CutSuffix(number, "%"); ok {
		bytes, _ := free()
		number, unit = share, float64(bytes)/100
	}
	for _, u := range units {
		if value, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = value, u.size
			break
		}
	}
	value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(value > 0) || value*unit >= math.MaxInt64 {
		return 0, fmt.Errorf("memory: %q is not an amount of memory; write such as 2GB, 500MB or 50%%", text)
	}
	return uint64(value * unit), nil
}

// machineRoom returns the free memory of the system, or of the budget if that is
// less.
func machineRoom() Room {
	least, known := system.free()
	return Room{Free: least, Known: known}.limitTo(Budget(), heldBytes())
}

// fresh is how long a reading of the system stands. A sweep asks thousands of
// times a second, and each reading takes a handful of files.
const fresh = 20 * time.Millisecond

// A freeCache is what the system had free a moment ago. What this process itself
// has taken since still counts towards its budget, which is read each time.
type freeCache struct {
	mu    sync.Mutex
	at    time.Time
	bytes uint64
	known bool
}

var system freeCache

func (r *freeCache) free() (uint64, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := time.Now(); now.Sub(r.at) > fresh {
		r.bytes, r.known = systemFree()
		r.at = now
	}
	return r.bytes, r.known
}

// limitTo returns the room within a budget, zero for none, of which some bytes
// are held.
func (r Room) limitTo(budget, held uint64) Room {
	left := budget - min(budget, held)
	if budget > 0 && (!r.Known || left < r.Free) {
		return Room{Free: left, Known: true, Budget: budget, Beyond: r.Free}
	}
	return r
}

// heldBytes is what the Go heap and its kin take of the system, garbage
// included.
func heldBytes() uint64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64() - samples[2].Value.Uint64()
}

// freeGarbage returns garbage to the system.
func freeGarbage() {
	debug.FreeOSMemory()
	system.reset()
}

// reset makes free read the system again.
func (r *freeCache) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = time.Time{}
}
