package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"unfold/kernel/wire"
)

// firstFigure is the name of the line that starts kernels.
const firstFigure = "first-figure"

// firstCell is what the first cell of a fresh kernel says.
const firstCell = `load("iris") | isomap`

// A startup is how long a kernel took from the start of its process.
type startup struct {
	ready, figure time.Duration // until its sockets were there; until the figure was
	peak          uint64        // of its processes together
}

// startKernels measures the line that needs no peer: kernels are started as a
// notebook does, one after the other, and told one cell.
func (d duel) startKernels(ctx context.Context) (*record, error) {
	d.tell("building the kernel")
	program := filepath.Join(d.folder, "unfold")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "unfold").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("bench: building the kernel: %w\n%s", err, out)
	}
	r := newRecord(d.line, d.threads)
	c := &contender{Who: "unfold"}
	r.Sides = []*contender{c}
	var ready []float64
	for i := range d.runs + 1 {
		took, err := d.startKernel(ctx, program)
		if err != nil {
			return nil, err
		}
		d.tell("unfold: start %d, %.3g s", i, seconds(took.figure))
		if i == 0 {
			continue // the file was not in memory
		}
		c.Runs = append(c.Runs, measurement{Seconds: seconds(took.figure)})
		c.Peak = max(c.Peak, took.peak)
		ready = append(ready, seconds(took.ready))
	}
	r.Qualities = []quality{told("seconds until it answers", median(ready))}
	return r, nil
}

// startKernel starts one kernel, waits for the first figure and ends it.
func (d duel) startKernel(ctx context.Context, program string) (startup, error) {
	at, err := freePorts()
	if err != nil {
		return startup{}, err
	}
	file := filepath.Join(d.folder, "connection.json")
	if err := at.Write(file); err != nil {
		return startup{}, err
	}
	trouble := new(tail)
	cmd := exec.CommandContext(ctx, program, "kernel", file)
	cmd.Env = append(cmd.Environ(), "UNFOLD_HISTORY="+filepath.Join(d.folder, "history"))
	cmd.Stderr = trouble
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return startup{}, err
	}
	ended := false
	defer func() {
		if !ended {
			cmd.Process.Kill()
			cmd.Wait()
		}
	}()
	client, err := dialKernel(ctx, at)
	if err != nil {
		return startup{}, fmt.Errorf("bench: the kernel does not answer (%w): %s", err, trouble.last())
	}
	defer client.Close()
	took := startup{ready: time.Since(begun)}
	if err := firstDisplay(ctx, client); err != nil {
		return startup{}, err
	}
	took.figure = time.Since(begun)
	took.peak = peakOfTree(cmd.Process.Pid)
	shut, err := json.Marshal(map[string]bool{"restart": false})
	if err == nil {
		err = client.Control.Send(wire.Message{Header: wire.NewHeader("bench", "shutdown_request"), Content: shut})
	}
	if err != nil {
		return took, err
	}
	late := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
	defer late.Stop()
	ended = true
	return took, cmd.Wait()
}

// freePorts returns where a kernel can listen.
func freePorts() (wire.Connection, error) {
	at := wire.Loopback()
	for _, port := range []*int{&at.Shell, &at.Control, &at.Stdin, &at.IOPub, &at.Heartbeat} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return at, err
		}
		defer l.Close() // only when all are found, so that they differ
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return at, nil
}

// dialKernel connects to a kernel as soon as it listens.
func dialKernel(ctx context.Context, at wire.Connection) (*wire.Client, error) {
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	for {
		client, err := wire.Dial(at, "bench")
		if err == nil {
			return client, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(time.Millisecond):
		}
	}
}

// firstDisplay runs the first cell and waits for its figure.
func firstDisplay(ctx context.Context, client *wire.Client) error {
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	cell, err := json.Marshal(map[string]any{"code": firstCell, "store_history": false, "allow_stdin": false})
	if err != nil {
		return err
	}
	for asked := false; ; {
		select {
		case <-ctx.Done():
			return fmt.Errorf("bench: no figure came: %w", ctx.Err())
		case m, open := <-client.IOPub.Messages():
			switch kind := m.Header.Type; {
			case !open:
				return errors.New("bench: the kernel has gone")
			case !asked: // the first message says that nothing will be missed
				asked = true
				if err := client.Shell.Send(wire.Message{Header: wire.NewHeader("bench", "execute_request"), Content: cell}); err != nil {
					return err
				}
			case kind == "error":
				return fmt.Errorf("bench: the first cell fails: %s", m.Content)
			case (kind == "display_data" || kind == "execute_result") && strings.Contains(string(m.Content), `"image/`):
				return nil
			}
		}
	}
}

// peakOfTree sums the most memory that a process and its children have held;
// zero where the system does not tell.
func peakOfTree(pid int) uint64 {
	sum := kilobytes(fmt.Sprintf("/proc/%d/status", pid), "VmHWM:") << 10
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return sum
	}
	for _, word := range strings.Fields(string(text)) {
		var child int
		if _, err := fmt.Sscan(word, &child); err == nil {
			sum += peakOfTree(child)
		}
	}
	return sum
}
