package kernel

import (
	"os"
	"runtime"
	"sync"
	"time"
)

// usageReply is what the kernel takes of its machine, in the words that
// ipykernel has given it and front ends expect. What a system does not tell is
// missing.
type usageReply struct {
	Host    string      `json:"hostname"`
	PID     int         `json:"pid"`
	CPU     float64     `json:"kernel_cpu"`    // per cent of one processor since the last question
	Memory  int64       `json:"kernel_memory"` // bytes
	CPUs    int         `json:"cpu_count"`
	HostCPU float64     `json:"host_cpu_percent,omitempty"` // since the last question, of all processors
	HostRAM *hostMemory `json:"host_virtual_memory,omitempty"`
}

// hostMemory is the memory of the machine, in bytes.
type hostMemory struct {
	Total     int64   `json:"total"`
	Available int64   `json:"available"`
	Percent   float64 `json:"percent"` // that is not available
	Used      int64   `json:"used"`
	Free      int64   `json:"free"`
	Active    int64   `json:"active"`
	Inactive  int64   `json:"inactive"`
	Buffers   int64   `json:"buffers"`
	Cached    int64   `json:"cached"`
	Shared    int64   `json:"shared"`
	Slab      int64   `json:"slab"`
}

// A meter remembers what it read last, for a share is one of the time between
// two questions.
type meter struct {
	mu   sync.Mutex
	at   time.Time
	cpu  map[int]time.Duration // of processes, by id
	host hostTime
}

// hostTime is how long the processors of the machine were at work, and how
// long they were at all, in units of the system.
type hostTime struct{ busy, all int64 }

// usageRequest measures this process and those of the language. The first answer
// has no shares, for there is nothing to compare with.
func (k *kernel) usageRequest(empty) (usageReply, error) {
	pids := []int{os.Getpid()}
	if lang, has := k.lang.(Parent); has {
		pids = append(pids, lang.PIDs()...)
	}
	host, _ := os.Hostname()
	reply := usageReply{Host: host, PID: os.Getpid(), CPUs: runtime.NumCPU(), HostRAM: readHostMemory()}
	m := &k.usage
	m.mu.Lock()
	defer m.mu.Unlock()
	now, cpu, hostNow := time.Now(), make(map[int]time.Duration), readHostTime()
	for _, pid := range pids {
		reply.Memory += readMemory(pid)
		cpu[pid] = readCPU(pid)
		if before, known := m.cpu[pid]; known {
			reply.CPU += 100 * float64(cpu[pid]-before) / float64(now.Sub(m.at))
		}
	}
	if m.host.all > 0 && hostNow.all > m.host.all {
		reply.HostCPU = 100 * float64(hostNow.busy-m.host.busy) / float64(hostNow.all-m.host.all)
	}
	m.at, m.cpu, m.host = now, cpu, hostNow
	return reply, nil
}
