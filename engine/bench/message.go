package main

import "time"

// A request is what a side is told, one line of JSON. First comes "load" with
// the task; then "run" as often as wanted; then "result".
type request struct {
	Do       string            `json:"do"`
	Task     string            `json:"task,omitempty"`
	Arrays   map[string]string `json:"arrays,omitempty"`   // files of what the task works on
	Settings settings          `json:"settings,omitempty"` // numbers and words
	Option   string            `json:"option,omitempty"`   // of a peer, as its documentation writes it
	Folder   string            `json:"folder,omitempty"`   // where the arrays of the result are to go
}

// settings are arguments of a task: float64 or string, as JSON has them.
type settings map[string]any

// with returns the settings and others beside them, which win.
func (s settings) with(others settings) settings {
	all := settings{}
	for _, from := range []settings{s, others} {
		for name, v := range from {
			all[name] = v
		}
	}
	return all
}

// number returns a setting that is a number, zero if there is none.
func (s settings) number(name string) float64 {
	v, _ := s[name].(float64)
	return v
}

// A reply is the answer to a request.
type reply struct {
	Error string `json:"error,omitempty"`

	Seconds float64 `json:"seconds,omitempty"` // of a run, by the clock
	CPU     float64 `json:"cpu,omitempty"`     // of all processors
	Peak    uint64  `json:"peak,omitempty"`    // most bytes the process has held so far; 0 where the system does not tell

	Arrays   map[string]string  `json:"arrays,omitempty"` // files of the result
	Numbers  map[string]float64 `json:"numbers,omitempty"`
	Versions map[string]string  `json:"versions,omitempty"` // of what the side is made of
}

// A measurement is the cost of one run.
type measurement struct {
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu"`
}

// seconds returns a duration as JSON has it.
func seconds(d time.Duration) float64 { return d.Seconds() }
