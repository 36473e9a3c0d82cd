package dataset_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"unfold/engine/stage/dataset"
)

// A file says itself what it is: its separator, which columns are levels, what is
// to be learned. Where that could be meant otherwise, a note tells how it was read.
func ExampleLoad() {
	dir, err := os.MkdirTemp("", "unfold")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "flowers.csv")
	text := "length;colour;species\n5,1;white;setosa\n4,9;white;setosa\n6,3;blue;virginica\n;blue;virginica\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		log.Fatal(err)
	}

	t, err := (&dataset.Load{Path: path}).Load(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for c, column := range t.Columns {
		fmt.Println(column.Name, column.Levels, t.X.At(0, c), t.X.At(3, c))
	}
	fmt.Println(t.Label, t.Classes, t.Labels)
	// Output:
	// length [] 5.1 NaN
	// colour [blue white] 1 0
	// species [setosa virginica] [0 0 1 1]
}
