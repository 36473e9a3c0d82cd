package rules

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"log"
	"path"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/rules/document"
)

// TestDocumentsHaveTheLibraryExample compares the documents' program with the
// body of the example below, which the tests run.
func TestDocumentsHaveTheLibraryExample(t *testing.T) {
	_, body, _ := strings.Cut(document.Read(t, "rules/document_library_test.go"), "func Example"+"_library() {\n")
	body, _, _ = strings.Cut(body, "\t// Output:")
	program := document.Block(t, "docs/language.md", "engine.Pipe(")
	if _, got, _ := strings.Cut(program, "func main() {\n"); got != body+"}\n" {
		t.Errorf("the example is\n%s\nthe document has\n%s", body, got)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "language.md", program, 0)
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{} // packages, by the names that are used and nowhere declared
	for _, name := range file.Unresolved {
		missing[name.Name] = types.Universe.Lookup(name.Name) == nil
	}
	for _, spec := range file.Imports {
		name := path.Base(strings.Trim(spec.Path.Value, `"`))
		if !missing[name] {
			t.Errorf("the program of the document does not use %s", name)
		}
		missing[name] = false
	}
	for name, is := range missing {
		if is {
			t.Errorf("the program of the document does not import %s", name)
		}
	}
}

func Example_library() {
	p := engine.Pipe(
		&generator.Waveform{N: 5000, Seed: 1},
		&protocol.Holdout{Share: 0.3, Stratify: protocol.Stratified, Seed: 1},
		&prepare.Scale{},
		&predictor.KNN{K: 5},
		&quality.Accuracy{},
	)
	report, err := evaluate.Run(context.Background(), p, evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	accuracy, _ := report.Score("accuracy")
	fmt.Printf("%.3f, 95%% from %.3f to %.3f\n", accuracy.Mean, accuracy.Low, accuracy.High)
	// Output:
	// 0.807, 95% from 0.787 to 0.826
}
