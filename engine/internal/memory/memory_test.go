package memory

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"unfold/engine/remedy"

	"unfold/engine"
)

func TestClaim(t *testing.T) {
	half := System(func() Room { return Room{Free: 500e6, Known: true} })
	if err := claim(t, half, 500e6, "the distances", "sample"); err != nil {
		t.Errorf("what fits is refused: %v", err)
	}
	err := claim(t, half, 80e9, "the distances of 100000 rows", "put sample(n) after the source")
	var e *engine.Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %T, want *engine.Error", err)
	}
	want := "the distances of 100000 rows would take 80 GB of memory, but 500 MB is free; put sample(n) after the source"
	if err.Error() != want {
		t.Errorf("error is\n%s, want\n%s", err, want)
	}
	unknown := System(func() Room { return Room{} })
	if err := claim(t, unknown, math.MaxUint64, "all", "none"); err != nil {
		t.Errorf("refused without knowledge: %v", err)
	}
}

// Whoever is refused by the budget is told so, and how to raise it.
func TestClaimWithinBudget(t *testing.T) {
	machine := Room{Free: 8e9, Known: true}
	for _, c := range []struct {
		budget, held uint64
		want         Room
	}{
		{0, 5e9, machine},
		{9e9, 5e8, machine},
		{2e9, 5e8, Room{Free: 15e8, Known: true, Budget: 2e9, Beyond: 8e9}},
		{2e9, 3e9, Room{Free: 0, Known: true, Budget: 2e9, Beyond: 8e9}},
	} {
		if got := machine.limitTo(c.budget, c.held); got != c.want {
			t.Errorf("a budget of %d with %d held leaves %+v, want %+v", c.budget, c.held, got, c.want)
		}
	}
	bound := System(func() Room { return machine.limitTo(2e9, 5e8) })
	const want = "the distances would take 3 GB of memory, but of the budget of 2 GB only 1.5 GB is left; " +
		"put sample(n) after the source, or set a larger budget by UNFOLD_MEMORY"
	if err := claim(t, bound, 3e9, "the distances", "put sample(n) after the source"); err == nil || err.Error() != want {
		t.Errorf("error is\n%v, want\n%s", err, want)
	}
	if err := claim(t, bound, 80e9, "the distances", "sample"); err == nil || strings.Contains(err.Error(), Variable) {
		t.Errorf("error is %v, as if a budget could make room that the machine lacks", err)
	}
}

func TestReadFree(t *testing.T) {
	const meminfo = "MemTotal:       24000000 kB\nMemAvailable:   20000000 kB\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  uint64
		known bool
	}{
		{"nothing is known", nil, 0, false},
		{"no limit", map[string]string{"/proc/meminfo": meminfo}, 20000000 << 10, true},
		{"unified limit of a parent", map[string]string{
			"/proc/meminfo":                      meminfo,
			"/proc/self/cgroup":                  "0::/user/job\n",
			"/sys/fs/cgroup/user/job/memory.max": "max\n",
			"/sys/fs/cgroup/user/memory.max":     "1000000\n",
			"/sys/fs/cgroup/user/memory.current": "600000\n",
			"/sys/fs/cgroup/user/memory.stat":    "anon 500000\ninactive_file 100000\n",
		}, 500000, true},
		{"version 1 in a container", map[string]string{
			"/proc/self/cgroup":                           "4:memory:/outer/name\n0::/\n",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes": "2000000\n",
			"/sys/fs/cgroup/memory/memory.usage_in_bytes": "2500000\n",
		}, 0, true},
	} {
		free, known := readFree(func(name string) ([]byte, error) {
			if text, ok := c.files[name]; ok {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		})
		if free != c.want || known != c.known {
			t.Errorf("%s: free %d, known %v; want %d, %v", c.name, free, known, c.want, c.known)
		}
	}
}

func TestSquare(t *testing.T) {
	if Square(2, 5000) != 400e6 || Square(1, 1e6) != 8e12 {
		t.Errorf("squares take %d and %d bytes", Square(2, 5000), Square(1, 1e6))
	}
	if Square(1, math.MaxInt) != math.MaxUint64 {
		t.Error("an overflowing square is not the largest number")
	}
}

// claim asks a system for memory.
func claim(t *testing.T, s System, bytes uint64, what, advice string) error {
	return Claim(With(t.Context(), Owner{Room: s}), bytes, what, remedy.Say("%s", advice))
}
