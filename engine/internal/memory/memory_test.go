package memory

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"unfold/engine"
)

func TestNeed(t *testing.T) {
	half := System(func() (uint64, bool) { return 500e6, true })
	if err := half.need(500e6, "the distances", "sample"); err != nil {
		t.Errorf("what fits is refused: %v", err)
	}
	err := half.need(80e9, "the distances of 100000 rows", "put sample(n) after the source")
	var e *engine.Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %T, want *engine.Error", err)
	}
	want := "the distances of 100000 rows would take 80 GB of memory, but 500 MB is free; put sample(n) after the source"
	if err.Error() != want {
		t.Errorf("error is\n%s, want\n%s", err, want)
	}
	unknown := System(func() (uint64, bool) { return 0, false })
	if err := unknown.need(math.MaxUint64, "all", "none"); err != nil {
		t.Errorf("refused without knowledge: %v", err)
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

func TestFormatAndSquare(t *testing.T) {
	for bytes, want := range map[uint64]string{7: "7 bytes", 1500: "1.5 kB", 200e6: "200 MB", Square(2, 5000): "400 MB", Square(1, 1e6): "8 TB"} {
		if got := Format(bytes); got != want {
			t.Errorf("Format(%d) = %s, want %s", bytes, got, want)
		}
	}
	if Square(1, math.MaxInt) != math.MaxUint64 {
		t.Error("an overflowing square is not the largest number")
	}
	if !strings.HasSuffix(Format(math.MaxUint64), "EB") {
		t.Error("the largest number has no unit")
	}
}
