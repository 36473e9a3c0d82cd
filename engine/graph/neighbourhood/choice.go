package neighbourhood

import (
	"fmt"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// words are the names of the functions, as a stage's graph parameter takes them.
var words = []string{"knn", "epsilon", "enclosing", "natural", "gabriel", "entropy", "crossentropy", "student"}

// A Choice is a function by its name, with the settings that any of them has:
// what a stage declares to let its user choose. The zero values of settings
// leave them to the function.
type Choice struct {
	Graph      string  // one of words, or "auto" (or ""): the one whose setting is given
	Usual      string  // what auto is where no setting is given; "entropy" if empty
	K          int     // neighbours, for knn; at most so many, for enclosing
	Perplexity float64 // for entropy and crossentropy
	Eps        float64 // radius, for epsilon
	Seed       int     // for student of many rows
}

// Params declares graph, k, perplexity and eps. graph is auto unless it is given:
// knn where k is, epsilon where eps is, entropy where perplexity is, and usual
// where none of them is.
func (c *Choice) Params(p *engine.Params, usual string) {
	c.Usual = usual
	p.Text(&c.Graph, "graph", "auto", engine.OneOf(append([]string{"auto"}, words...)...), "which rows count as neighbours, and how much; auto is knn if k is given, epsilon if eps is, entropy if perplexity is, and "+usual+" if nothing is")
	p.Int(&c.K, "k", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "neighbours of each row for knn, and the most for enclosing; auto is about ln n but more than the columns, and 200")
	p.Float(&c.Perplexity, "perplexity", engine.Auto, engine.OrAuto(engine.Above(1)), "how many rows weights spread over, for entropy and crossentropy; auto is 30, or a third of fewer rows")
	p.Float(&c.Eps, "eps", engine.Auto, engine.OrAuto(engine.Above(0)), "radius of neighbourhoods for epsilon, in the metric's units; auto is (ln n/n)^(1/d) of the columns' ranges")
}

// Function returns the function, or says which setting belongs to none.
func (c Choice) Function() (Function, error) {
	c.Graph = c.Word()
	if err := c.checkUnused(); err != nil {
		return nil, err
	}
	switch c.Graph {
	case "knn":
		return KNN{K: c.K}, nil
	case "epsilon":
		return Epsilon{Eps: c.Eps}, nil
	case "enclosing":
		return Enclosing{Most: c.K}, nil
	case "natural":
		return Natural{}, nil
	case "gabriel":
		return Gabriel{}, nil
	case "entropy":
		return Entropy{Perplexity: c.Perplexity}, nil
	case "crossentropy":
		return CrossEntropy{Perplexity: c.Perplexity}, nil
	case "student":
		return Student{Seed: c.Seed}, nil
	}
	e := &engine.Error{Param: "graph", Cause: fmt.Sprintf("there is no graph %q", c.Graph), Remedy: remedy.Say("use one of %s", strings.Join(words, ", "))}
	if near := wording.Nearest(c.Graph, words); len(near) > 0 {
		e.Remedy = remedy.Say("did you mean %q?", near[0])
	}
	return nil, e
}

// Word returns which function is meant.
func (c Choice) Word() string {
	switch {
	case c.Graph != "" && c.Graph != "auto":
		return c.Graph
	case c.K != engine.Auto:
		return "knn"
	case c.Perplexity != engine.Auto:
		return "entropy"
	case c.Eps != engine.Auto:
		return "epsilon"
	case c.Usual != "":
		return c.Usual
	}
	return "entropy"
}

// checkUnused refuses a setting that the function does not read: it would be ignored
// in silence.
func (c Choice) checkUnused() error {
	settings := []struct {
		name  string
		given bool
		of    []string
	}{
		{"k", c.K != engine.Auto, []string{"knn", "enclosing"}},
		{"perplexity", c.Perplexity != engine.Auto, []string{"entropy", "crossentropy"}},
		{"eps", c.Eps != engine.Auto, []string{"epsilon"}},
	}
	for _, s := range settings {
		read := c.Graph == s.of[0] || len(s.of) > 1 && c.Graph == s.of[1]
		if s.given && !read {
			return &engine.Error{Param: s.name, Cause: fmt.Sprintf("graph=%q has no %s", c.Graph, s.name), Remedy: remedy.Omit(s.name).Or(remedy.Set("graph", s.of[0]))}
		}
	}
	return nil
}
