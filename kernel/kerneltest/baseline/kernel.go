package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"unfold/kernel/wire"
)

// firstCell is what the first cell of a fresh kernel says.
const firstCell = `load("iris") | isomap`

// A startup is what a kernel took from the start of its process.
type startup struct {
	Ready  float64 `json:"ready"`  // seconds until its sockets were there
	Figure float64 `json:"figure"` // seconds until the figure was
	Peak   uint64  `json:"peak"`   // most bytes that its processes have held together; 0 where the system does not tell
}

// startKernel starts one kernel, waits for the first figure and ends it.
func startKernel(ctx context.Context, program, folder string) (startup, error) {
	at, err := freePorts()
	if err != nil {
		return startup{}, err
	}
	file := filepath.Join(folder, "connection.json")
	if err := at.Write(file); err != nil {
		return startup{}, err
	}
	var log bytes.Buffer
	command := exec.CommandContext(ctx, program, "kernel", file)
	command.Env = append(command.Environ(), "UNFOLD_HISTORY="+filepath.Join(folder, "history"))
	command.Stderr = &log
	begun := time.Now()
	if err := command.Start(); err != nil {
		return startup{}, err
	}
	took, err := watch(ctx, at, command.Process.Pid, begun)
	if err != nil {
		command.Process.Kill()
		command.Wait()
		return took, fmt.Errorf("baseline: %w; the kernel says %q", err, log.String())
	}
	late := time.AfterFunc(10*time.Second, func() { command.Process.Kill() })
	defer late.Stop()
	return took, command.Wait()
}

// watch follows a kernel from its start to its first figure, and asks it to end.
func watch(ctx context.Context, at wire.Connection, pid int, begun time.Time) (took startup, err error) {
	client, err := dialKernel(ctx, at)
	if err != nil {
		return took, fmt.Errorf("no answer: %w", err)
	}
	defer client.Close()
	took.Ready = time.Since(begun).Seconds()
	if err := firstDisplay(ctx, client); err != nil {
		return took, err
	}
	took.Figure = time.Since(begun).Seconds()
	took.Peak = peakMemory(pid)
	shut, err := json.Marshal(map[string]bool{"restart": false})
	if err != nil {
		return took, err
	}
	return took, client.Control.Send(wire.Message{Header: wire.NewHeader("baseline", "shutdown_request"), Content: shut})
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
		client, err := wire.Dial(at, "baseline")
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
			return fmt.Errorf("no figure came: %w", ctx.Err())
		case m, open := <-client.IOPub.Messages():
			switch kind := m.Header.Type; {
			case !open:
				return errors.New("the kernel has gone")
			case !asked: // the first message says that nothing will be missed
				asked = true
				if err := client.Shell.Send(wire.Message{Header: wire.NewHeader("baseline", "execute_request"), Content: cell}); err != nil {
					return err
				}
			case kind == "error":
				return fmt.Errorf("the first cell fails: %s", m.Content)
			case (kind == "display_data" || kind == "execute_result") && strings.Contains(string(m.Content), "data:image/"):
				return nil
			}
		}
	}
}

// peakMemory sums the most memory that a process and its children have held;
// zero where the system does not tell.
func peakMemory(pid int) (sum uint64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if _, peak, found := strings.Cut(string(status), "VmHWM:"); found {
		fmt.Sscan(peak, &sum) // kilobytes
		sum <<= 10
	}
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, word := range strings.Fields(string(children)) {
		if child, err := strconv.Atoi(word); err == nil {
			sum += peakMemory(child)
		}
	}
	return sum
}
