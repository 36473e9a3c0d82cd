// The generate command writes the assembler of package simd, one file a
// kernel. Run it by
//
//	go generate ./engine/internal/simd
//
// It is a module of its own, so that nothing else imports avo, and imports nothing of
// ours. Start reading at dot.go and function.go.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// kernels writes each file by the functions that go into it.
var kernels = map[string]func(c *build.Context){
	"before":          before,
	"below":           below,
	"column_squares":  columnSquares,
	"combine":         combine,
	"dot":             dot,
	"exp":             exponentials,
	"mirror":          mirror,
	"mirror_one":      mirrorOne,
	"moments":         moments,
	"panel_squares":   panelSquares,
	"product":         product,
	"relax":           relax,
	"repel":           repel,
	"select_second":   selectSecond,
	"squares":         squares,
	"symmetric":       symmetric,
	"tile_products":   tileProducts,
	"times":           factors,
	"transpose":       transpose,
	"turn":            turns,
	"update_residual": updateResidual,
	"vectors":         vectors,
	"within":          within,
}

func main() {
	into := flag.String("into", "..", "folder of the package")
	flag.Parse()
	for _, name := range slices.Sorted(maps.Keys(kernels)) {
		if err := write(*into, name, kernels[name]); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}

// write makes name_amd64.s and its declarations name_amd64.go.
func write(into, name string, kernel func(c *build.Context)) error {
	c := build.NewContext()
	c.ConstraintExpr("!portable")
	kernel(c)
	file, err := c.Result()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := pass.Compile.Execute(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	config := printer.Config{Name: "engine/internal/simd/generate", Argv: []string{"go generate ./engine/internal/simd"}, Pkg: "simd"}
	for end, print := range map[string]printer.Builder{"_amd64.s": printer.NewGoAsm, "_amd64.go": printer.NewStubs} {
		text, err := print(config).Print(file)
		if err != nil {
			return fmt.Errorf("%s%s: %w", name, end, err)
		}
		if err := os.WriteFile(filepath.Join(into, name+end), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
