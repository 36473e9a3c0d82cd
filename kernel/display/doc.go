// Package display is what cells show rich values with: bundles of data by MIME
// type, functions that make them, and the interfaces of values that show
// themselves. A cell has it without an import, by the name display, together
// with the function Display, which shows a bundle at once.
//
// Names, types and meaning are those of the package of the same name in
// gophernotes, so that its notebooks run here as they are:
//
//	display.HTML("<b>bold</b>")                         // as the last line
//	Display(display.Markdown("*now*"))                  // anywhere
//	func (c Circle) SVG() string { ... }                // a type that shows itself
//
// A value that has several of the interfaces is shown by all of them, in one
// bundle.
package display
