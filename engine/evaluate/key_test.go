package evaluate

import (
	"testing"

	"unfold/engine"
	"unfold/engine/memo"
)

func init() {
	var f engine.Family
	engine.Declare(&f, engine.PredictorRole, engine.Stage{Name: "narrow"}, func() *narrow { return new(narrow) })
}

// TestKeysTellContent: the same step on the same rows has the same key, whoever
// asks, and a step that cannot be written one of its own.
func TestKeysTellContent(t *testing.T) {
	rows := memo.New(memo.Unlimited).Rows(memo.Unique())
	begin := state{Run: engine.Run{Train: engine.Sample{Memo: rows}}, key: memo.Unique()}
	step := engine.Pipe(&narrow{C: 1}).Steps[0]
	if begin.withKey(step).key != begin.withKey(step).key {
		t.Error("equal steps on equal rows have different keys")
	}
	if begin.withKey(step).key == begin.withKey(engine.Pipe(&narrow{C: 2}).Steps[0]).key {
		t.Error("different arguments have one key")
	}
	if own := engine.Pipe(silent{}).Steps[0]; begin.withKey(own).key == begin.withKey(own).key {
		t.Error("a method of the program's own has a key that tells its content")
	}
	other := begin
	other.key = memo.Unique()
	if begin.withKey(step).key == other.withKey(step).key {
		t.Error("different rows have one key")
	}
}
