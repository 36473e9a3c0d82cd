package constraint

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/plaintext"
	"unfold/engine/remedy"
)

// A List is pairs of rows, called by their numbers in the source as notes call them,
// and how far they are to be apart.
type List struct {
	param string
	pairs []listed
}

// A listed pair. The distance is NaN where no pair of the list has one.
type listed struct {
	i, j  int
	tau   float64
	place string // where it stands, for messages
}

// Read reads a list of pairs for a parameter: from the file that a text names, or from
// a [][]float64 or matrix with a row for each pair. A pair is i, j and tau, its
// distance, or i and j alone where none of them has one. A file is divided by commas,
// semicolons or tabs; its first line may say in which order the three come, and lines
// behind # say nothing.
func Read(ctx context.Context, param string, v any) (*List, error) {
	text, isText := v.(string)
	if !isText {
		return fromValue(param, v)
	}
	file, err := os.Open(expand(text))
	if err != nil {
		if inner := new(os.PathError); errors.As(err, &inner) {
			err = inner.Err
		}
		return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("%q cannot be read: %v", text, err), Remedy: remedy.Give(param, "as a file of pairs, with lines such as 3,17,0.5")}
	}
	defer file.Close()
	content, err := plaintext.Decode(ctx, bufio.NewReader(file), "")
	if err != nil {
		return nil, err
	}
	return fromFile(param, content)
}

// Fingerprint returns the checksum of the file of a list.
func Fingerprint(path string) (string, error) {
	content, err := os.ReadFile(expand(path))
	return fmt.Sprintf("%x", sha256.Sum256(content)), err
}

// expand is the path with the home folder written out.
func expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// fromValue takes a row for each pair.
func fromValue(param string, v any) (*List, error) {
	x, err := rowsOf(param, v)
	if err != nil {
		return nil, err
	}
	n, width := x.Dims()
	if width < 2 || width > 3 {
		return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("a pair of %s has %d numbers", param, width), Remedy: remedy.Give(param, "as i, j and tau for each pair")}
	}
	l := &List{param: param}
	for at := range n {
		if err := l.add(fmt.Sprintf("pair %d", at), append(slices.Clone(x.RawRowView(at)), math.NaN())[:3], width == 3); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// fromFile reads lines of numbers.
func fromFile(param string, file io.Reader) (*List, error) {
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	lines := csv.NewReader(bytes.NewReader(content))
	lines.Comma, lines.Comment, lines.FieldsPerRecord, lines.TrimLeadingSpace = separator(string(content)), '#', -1, true
	l, order := &List{param: param}, []int(nil)
	for {
		cells, err := lines.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("the file of pairs is no table: %v", err), Remedy: remedy.Say("give lines such as 3,17,0.5"), Err: err}
		}
		line, _ := lines.FieldPos(0)
		if order == nil {
			if order = headings(cells); order != nil {
				continue
			}
			order = []int{0, 1, 2}[:max(2, min(3, len(cells)))]
		}
		if err := l.addCells(fmt.Sprintf("line %d", line), cells, order); err != nil {
			return nil, err
		}
	}
	if len(l.pairs) == 0 {
		return nil, &engine.Error{Param: param, Cause: "the file lists no pairs", Remedy: remedy.Say("give lines such as 3,17,0.5")}
	}
	return l, nil
}

// separator is what divides the cells of a file.
func separator(content string) rune {
	for _, c := range "\t;" {
		if strings.ContainsRune(content, c) {
			return c
		}
	}
	return ','
}

// headings returns where i, j and tau stand by a first line that names them, or nil if
// it is none. Names that nobody knows are in that order.
func headings(cells []string) []int {
	if _, err := strconv.ParseFloat(strings.TrimSpace(cells[0]), 64); err == nil {
		return nil
	}
	order := []int{0, 1, 2}[:max(2, min(3, len(cells)))]
	for at, cell := range cells {
		if role := slices.Index([]string{"i", "j", "tau"}, strings.ToLower(strings.TrimSpace(cell))); role >= 0 && role < len(order) {
			order[role] = at
		}
	}
	return order
}

// addCells adds the pair of a line, whose cells are in the given order.
func (l *List) addCells(place string, cells []string, order []int) error {
	numbers := []float64{math.NaN(), math.NaN(), math.NaN()}
	for role, at := range order {
		if at >= len(cells) || strings.TrimSpace(cells[at]) == "" {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(cells[at]), 64)
		if err != nil {
			return &engine.Error{Param: l.param, Cause: fmt.Sprintf("%s has %q where a number must be", place, cells[at]), Remedy: remedy.Say("give lines such as 3,17,0.5")}
		}
		numbers[role] = v
	}
	return l.add(place, numbers, len(order) == 3)
}

// add adds the pair of i, j and tau, if it is to have one.
func (l *List) add(place string, numbers []float64, measured bool) error {
	for _, v := range numbers[:2] {
		if v != math.Trunc(v) || v < 0 || v > math.MaxInt32 {
			return &engine.Error{Param: l.param, Cause: fmt.Sprintf("%s names row %v: rows are numbered 0, 1, 2, ... as they stand in the source", place, v), Remedy: remedy.Give(l.param, "with the numbers of rows that notes and tables call them by")}
		}
	}
	p := listed{i: int(min(numbers[0], numbers[1])), j: int(max(numbers[0], numbers[1])), tau: numbers[2], place: place}
	switch {
	case p.i == p.j:
		return &engine.Error{Param: l.param, Cause: fmt.Sprintf("%s pairs row %d with itself", place, p.i), Remedy: remedy.Say("leave the pair out")}
	case measured && math.IsNaN(p.tau):
		return &engine.Error{Param: l.param, Cause: fmt.Sprintf("%s, rows %d and %d, has no tau: its distance is missing", place, p.i, p.j), Remedy: remedy.Say("give its distance, or leave the pair out").Or(remedy.Say("leave the column tau out, so that all distances come from the rows"))}
	case p.tau < 0 || math.IsInf(p.tau, 0):
		return &engine.Error{Param: l.param, Cause: fmt.Sprintf("%s, rows %d and %d, has tau = %v: a distance is a number above zero", place, p.i, p.j, p.tau), Remedy: remedy.Say("give its distance, or leave the pair out")}
	}
	l.pairs = append(l.pairs, p)
	return nil
}
