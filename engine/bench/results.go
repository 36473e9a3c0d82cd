package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// The files of a report.
const (
	reportFile  = "RESULTS.md"
	numbersFile = "results.json"
	pointsFile  = "scaling.csv"
)

// results are the records and curves of a folder. Lines that are measured anew
// take the place of older ones, so that a report can be made in several runs;
// every line carries its own date.
type results struct {
	dir     string                  // "" keeps them nowhere
	Records map[string]*record      `json:"records"`
	Curves  map[string]*curveRecord `json:"curves"`
	Failed  map[string]string       `json:"failed,omitempty"` // why lines could not be measured
}

// A curveRecord is what came of a curve.
type curveRecord struct {
	Date    string  `json:"date"`
	Machine string  `json:"machine"`
	Threads int     `json:"threads"`
	Points  []point `json:"points"`
}

// openResults reads what a folder has already, and makes a folder that is not
// there before anything is measured for it.
func openResults(dir string) (*results, error) {
	r := &results{dir: dir, Records: map[string]*record{}, Curves: map[string]*curveRecord{}, Failed: map[string]string{}}
	if dir == "" {
		return r, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, numbersFile))
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	return r, json.Unmarshal(text, r)
}

// keep takes a record in the place of an older one.
func (r *results) keep(rec *record) {
	r.Records[rec.Name] = rec
	delete(r.Failed, rec.Name)
}

// fail takes down why a line could not be measured.
func (r *results) fail(l line, err error) {
	r.Failed[l.name] = err.Error()
	delete(r.Records, l.name)
}

// keepCurve takes the points of a curve in the place of older ones.
func (r *results) keepCurve(c curve, threads int, points []point) {
	r.Curves[c.name] = &curveRecord{Date: today(), Machine: machine(), Threads: threads, Points: points}
}

// write writes the numbers, the report and the plots.
func (r *results) write() error {
	if r.dir == "" {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.dir, numbersFile), append(text, '\n'), 0o644); err != nil {
		return err
	}
	if len(r.Curves) > 0 {
		if err := writePoints(r.dir, r.Curves); err != nil {
			return err
		}
		if err := draw(r.dir, r.Curves); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(r.dir, reportFile), []byte(r.markdown()), 0o644)
}

// writePoints writes the points of all curves as lines.
func writePoints(dir string, all map[string]*curveRecord) error {
	f, err := os.Create(filepath.Join(dir, pointsFile))
	if err != nil {
		return err
	}
	defer f.Close()
	fmt.Fprintln(f, "curve,who,n,seconds,cpu_seconds,peak_bytes")
	for _, c := range curves {
		if all[c.name] == nil {
			continue
		}
		for _, p := range all[c.name].Points {
			fmt.Fprintf(f, "%s,%s,%d,%g,%g,%d\n", c.name, p.Who, p.N, p.Seconds, p.CPU, p.Peak)
		}
	}
	return f.Close()
}

// today is when a line was measured.
func today() string { return time.Now().UTC().Format("2006-01-02 15:04 UTC") }
