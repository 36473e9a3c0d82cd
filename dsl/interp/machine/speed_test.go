package machine_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/traefik/yaegi/interp"

	"unfold/dsl/cell"
	cells "unfold/dsl/interp"
)

// A side runs a program and returns what it prints.
type side func(t testing.TB, file string) string

// inCells runs a program as a cell.
func inCells(t testing.TB, file string) string {
	s, err := cells.New(cells.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	said := &transcript{}
	if _, _, err := s.Run(context.Background(), "In[1]", read(t, file), said); err != nil {
		t.Fatal(err)
	}
	return said.String()
}

// onYaegi runs a program on the interpreter as it is.
func onYaegi(t testing.TB, file string) string {
	var said bytes.Buffer
	i := interp.New(interp.Options{Stdout: &said})
	err := i.Use(interp.Exports{
		"fmt/fmt":   {"Println": reflect.ValueOf(func(a ...any) { fmt.Fprintln(&said, a...) })},
		"time/time": {"Now": reflect.ValueOf(time.Now), "Since": reflect.ValueOf(time.Since)},
	})
	if err == nil {
		_, err = i.Eval(read(t, file))
	}
	if err != nil {
		t.Fatal(err)
	}
	return said.String()
}

// compiled builds a program.
func compiled(t testing.TB, file string) side {
	program := filepath.Join(t.TempDir(), "program")
	if said, err := exec.Command("go", "build", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return func(t testing.TB, _ string) string {
		said, err := exec.Command(program).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return string(said)
	}
}

func read(t testing.TB, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A transcript is what a cell prints.
type transcript struct {
	cell.Output
	strings.Builder
}

func (t *transcript) Stream(_, text string) { t.WriteString(text) }

// measured runs a program that prints its result and the nanoseconds that it took.
func measured(t testing.TB, run side, file string) (result string, took time.Duration) {
	var nanoseconds int64
	if _, err := fmt.Sscan(run(t, file), &result, &nanoseconds); err != nil {
		t.Fatal(err)
	}
	return result, time.Duration(nanoseconds)
}

// BenchmarkPrograms measures small programs in cells, on the interpreter as it
// is, and compiled, by turns, and tells the medians.
//
//	go test ./dsl/interp/machine -run xxx -bench Programs -benchtime 9x
func BenchmarkPrograms(b *testing.B) {
	files, err := filepath.Glob("testdata/speed/*.go")
	if err != nil || len(files) == 0 {
		b.Fatal("no programs", err)
	}
	for _, file := range files {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(b *testing.B) {
			sides := []side{inCells, onYaegi, compiled(b, file)}
			results := map[string]bool{}
			took := make([][]time.Duration, len(sides))
			for range b.N {
				for i, run := range sides {
					result, d := measured(b, run, file)
					results[result] = true
					took[i] = append(took[i], d)
				}
			}
			if len(results) != 1 {
				b.Errorf("the results are %v", results)
			}
			var medians [3]float64
			for i, list := range took {
				slices.Sort(list)
				medians[i] = list[len(list)/2].Seconds() * 1000
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(medians[0], "cells-ms")
			b.ReportMetric(medians[1], "yaegi-ms")
			b.ReportMetric(medians[2], "go-ms")
			b.ReportMetric(medians[0]/medians[1], "cells/yaegi")
		})
	}
}
