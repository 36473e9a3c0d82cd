package command

import (
	"context"

	"unfold/dsl/cell"
)

// nobody is a session that knows nothing.
type nobody struct{ Host }

func (nobody) Names(bool) []Name {
	return []Name{{Name: "alpha", Kind: "variable", Type: "int", Cell: "In[1]", Bytes: 8}}
}
func (nobody) Topics() []string { return []string{"isomap", "show"} }
func (nobody) Help(topic string) (cell.Help, bool) {
	return cell.Help{Text: "about " + topic}, topic == "isomap"
}
func (nobody) Kept() []Holding                 { return []Holding{{"results", 2, 3 << 20}, {"steps", 7, 1 << 20}} }
func (nobody) Forget(names ...string) []string { return nil }
func (nobody) Reset(context.Context) error     { return nil }
