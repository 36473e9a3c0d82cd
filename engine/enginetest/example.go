package enginetest

import (
	"testing"

	"unfold/engine"
)

// Examples runs every example of every stage. The language lives elsewhere, so
// the caller says how to run one.
func Examples(t *testing.T, c *engine.Catalogue, run func(example string) error) {
	for _, s := range c.Stages() {
		for _, example := range s.Examples {
			t.Run(s.Name, func(t *testing.T) {
				if err := run(example); err != nil {
					t.Errorf("%s\n%v", example, err)
				}
			})
		}
	}
}
