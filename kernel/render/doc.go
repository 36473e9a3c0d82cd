// Package render shows values: as the MIME bundles that notebooks take, and
// as files. It alone knows HTML.
//
// # The bundle
//
// A figure or report is one bundle that each front end takes what it can from:
//
//   - text/html has the tables and each figure as an embedded PNG picture,
//     which a script in the same output upgrades to a canvas with hover and
//     zoom. The script loads nothing. Where scripts do not run (an untrusted
//     notebook, a mail), the picture stays.
//   - image/png has all figures on one sheet, for viewers without HTML.
//   - text/plain has the same in aligned text, an embedding sketched in
//     characters.
//
// A table of results is one too, of a value with Table() *engine.Sheet and,
// where it has them, Figures(): numbers in line, the best in bold with a star
// and its ties with a tilde, and what they mean under the table. Each figure has
// its numbers beside it, as a table where they are few.
//
// LaTeX and comma-separated values are never in a bundle: front ends that
// prefer text/latex hand it to MathJax, which sets formulas and no tables, and
// converters to PDF would need packages of their own. Save and the methods of a
// sheet give both.
//
// SVG is never in a bundle, because converters that prefer it over PNG drop it
// afterwards as unsafe; files in SVG and PDF come from Save.
//
// Static bundles have no HTML: hosts of notebooks strip scripts and styles and
// then show what is left of the page. A report's tables are then set above the
// figures of its picture.
//
// # Safety
//
// Column names, class names, cells and error messages come from data. They are
// escaped wherever they meet HTML, and in reports, figures and tables their
// control characters never reach a terminal. What a cell prints itself, as a
// string, is left alone.
package render
