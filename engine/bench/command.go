package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
)

// A startup is what a command tells of one turn, a line of JSON each.
type startup struct {
	Ready  float64 `json:"ready"`  // seconds until the program answered
	Figure float64 `json:"figure"` // seconds until what was waited for was there
	Peak   uint64  `json:"peak"`   // most bytes that it held; 0 where the system does not tell
}

// measureCommand measures a line that is a program of its own: it is built and
// told how many turns to take.
func (m comparison) measureCommand(ctx context.Context) (*record, error) {
	program := filepath.Join(m.folder, "command")
	m.tell("building %s", m.line.command)
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, m.line.command).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("bench: building %s: %w\n%s", m.line.command, err, out)
	}
	starts, err := m.runCommand(ctx, program)
	if err != nil {
		return nil, err
	}
	ours := &competitor{Who: "unfold"}
	var ready []float64
	for _, s := range starts {
		ours.Runs = append(ours.Runs, measurement{Seconds: s.Figure})
		ours.Peak = max(ours.Peak, s.Peak)
		ready = append(ready, s.Ready)
	}
	r := newRecord(m.line, m.threads)
	r.Sides = []*competitor{ours}
	r.Qualities = []finding{measured("seconds until it answers", median(ready))}
	return r, nil
}

// runCommand runs the command and reads what it tells, turn by turn.
func (m comparison) runCommand(ctx context.Context, program string) (all []startup, err error) {
	command, errors := exec.CommandContext(ctx, program, "-json", "-runs", strconv.Itoa(m.runs)), new(tail)
	command.Stderr = errors
	command.WaitDelay = grace
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	for lines := json.NewDecoder(out); lines.More(); {
		var s startup
		if err := lines.Decode(&s); err != nil {
			break // the end of the command tells why
		}
		all = append(all, s)
		m.tell("unfold: start %d, %.3g s", len(all), s.Figure)
	}
	if err := command.Wait(); err != nil {
		return nil, fmt.Errorf("bench: %s: %w: %s", m.line.command, err, errors.last())
	}
	if len(all) != m.runs {
		return nil, fmt.Errorf("bench: %s tells of %d turns, not %d", m.line.command, len(all), m.runs)
	}
	return all, nil
}
