package kernel_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"unfold/kernel"
	"unfold/kernel/kerneltest"
)

// parental is a language with a process of its own.
type parental struct {
	*kerneltest.Toy
	pid int
}

func (p parental) PIDs() []int { return []int{p.pid, 1 << 30} } // the other has gone

func TestUsage(t *testing.T) {
	c := start(t)
	alone := kerneltest.Content(c.Ask(c.Control, "usage_request", struct{}{}))
	if alone["pid"] != float64(os.Getpid()) || alone["cpu_count"] != float64(runtime.NumCPU()) || alone["hostname"] == "" {
		t.Errorf("got %v", alone)
	}
	if memory, _ := alone["kernel_memory"].(float64); memory < 1<<20 || memory > 1<<36 {
		t.Errorf("kernel_memory is %v", alone["kernel_memory"])
	}
	if runtime.GOOS != "linux" {
		return
	}
	ram, _ := alone["host_virtual_memory"].(map[string]any)
	for _, field := range []string{"total", "available", "percent", "used", "free"} {
		if n, _ := ram[field].(float64); n <= 0 {
			t.Errorf("host_virtual_memory.%s is %v", field, ram[field])
		}
	}
	for end := 0; end < 200_000_000; end++ { // work, which the second answer tells of
		runtime.KeepAlive(end)
	}
	again := kerneltest.Content(c.Ask(c.Control, "usage_request", struct{}{}))
	if cpu, _ := again["kernel_cpu"].(float64); cpu <= 0 || cpu > 200*float64(runtime.NumCPU()) {
		t.Errorf("kernel_cpu is %v", again["kernel_cpu"])
	}
}

func TestUsageCountsTheLanguagesProcesses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system is not asked about other processes")
	}
	child := exec.Command("/bin/sh", "-c", `x=$(head -c 30000000 /dev/zero | tr '\0' x); echo; read line`)
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer in.Close()
	out.Read(make([]byte, 1)) // it has its memory
	memory := func(lang kernel.Language) float64 {
		at, _ := kerneltest.Start(t, lang, kerneltest.Plain{}, kernel.Info{Name: "toy"})
		c := kerneltest.Connect(t, at)
		return kerneltest.Content(c.Ask(c.Control, "usage_request", struct{}{}))["kernel_memory"].(float64)
	}
	without, with := memory(kerneltest.NewToy()), memory(parental{kerneltest.NewToy(), child.Process.Pid})
	if with-without < 25_000_000 {
		t.Errorf("%.0f bytes alone, %.0f with a process of 30 MB", without, with)
	}
}
