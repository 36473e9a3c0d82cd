package dsl_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unfold/dsl"
	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/stdlib"
)

// TestRandomSentencesReadAgain writes stages with stages in their arguments, deep and
// with candidates, of the whole catalogue. What is read writes itself, and reads as
// the same again; or it is refused with a place and a reason, and ends nothing.
func TestRandomSentencesReadAgain(t *testing.T) {
	s := withToys(t)
	all := engine.NewCatalogue(slices.Concat(stdlib.Catalogue().Stages(), toys.Stages()))
	var takers []engine.Stage
	for _, stage := range all.Stages() {
		if slices.ContainsFunc(engine.ParamsOf(stage.Make()), func(p *engine.Param) bool { return p.Type == engine.Nested }) {
			takers = append(takers, stage)
		}
	}
	if len(takers) < 5 {
		t.Errorf("%d stages take stages", len(takers))
	}
	rng, read := rand.New(rand.NewPCG(17, 1)), 0
	const sentences = 300
	for range sentences {
		stage := takers[rng.IntN(len(takers))]
		sentence := writeRandom(rng, all, &stage, 3)
		out, err := tryString(s, sentence)
		if err != "" {
			if !strings.Contains(err, "^") || !strings.Contains(err, "offered twice") {
				t.Errorf("%s\ngave\n%s", sentence, err)
			}
			continue
		}
		read++
		if again, err := tryString(s, out); again != out || err != "" {
			t.Errorf("%s\nis\n%s\nand that\n%s%s", sentence, out, again, err)
		}
	}
	if read < sentences/2 {
		t.Errorf("%d of %d sentences are read", read, sentences)
	}
}

// tryString reads a pipeline, and returns how it writes itself or why it does not.
func tryString(s *dsl.Session, sentence string) (text, failure string) {
	v, err := s.Eval(context.Background(), "x := "+sentence+"\nx.String()", &memory{})
	var failed cell.Failure
	if errors.As(err, &failed) {
		return "", strings.Join(failed.Traceback(false), "\n")
	}
	text, _ = v.(string)
	return text, ""
}

// writeRandom writes a stage with some of its arguments, so deep at most.
func writeRandom(rng *rand.Rand, c *engine.Catalogue, s *engine.Stage, deep int) string {
	var args []string
	for _, p := range engine.ParamsOf(s.Make()) {
		if !p.Required && rng.IntN(2) == 0 {
			continue
		}
		if text := valueRandom(rng, c, p, deep); text != "" {
			args = append(args, p.Name+"="+text)
		}
	}
	if len(args) == 0 {
		return s.Name
	}
	return s.Name + "(" + strings.Join(args, ", ") + ")"
}

// valueRandom writes a value of a parameter, or candidates of stages.
func valueRandom(rng *rand.Rand, c *engine.Catalogue, p *engine.Param, deep int) string {
	if p.Type != engine.Nested {
		if p.Required {
			return "1"
		}
		return p.Format(p.Default)
	}
	words := c.Taken(p)
	if len(words) == 0 || deep == 0 && !p.Required {
		return ""
	}
	items := make([]string, 1+rng.IntN(2))
	for i := range items {
		stage, _ := c.Lookup(words[rng.IntN(len(words))])
		items[i] = writeRandom(rng, c, stage, max(deep-1, 0))
	}
	if len(items) == 1 {
		return items[0]
	}
	return fmt.Sprintf("[%s]", strings.Join(items, ", "))
}
