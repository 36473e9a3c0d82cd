// Package render shows values: as the MIME bundles that notebooks take, and
// as files. It alone knows HTML.
//
// # The bundle
//
// A figure or report is one bundle that each front end takes what it can from:
//
//   - text/html has the tables and each figure as a picture in the page: an
//     image whose source is an SVG file, drawn so that a scatter takes about
//     ten bytes a mark, or PNG where that is smaller. Beside it stand its
//     numbers, and after all a script that upgrades pictures to a canvas with
//     hover and zoom. The script loads nothing. Where scripts do not run (an
//     untrusted notebook, a host that strips them, a mail), the picture stays.
//   - text/plain has the same in aligned text, an embedding sketched in
//     characters.
//
// A picture stands in a bundle once: a second form of it, for viewers without
// HTML, would double every notebook. Static bundles are for those.
//
// Every bundle brings the script, as nobody knows which outputs of a notebook a
// reader keeps, but on a page the first serves all that are there and are to
// come; so a file that is written whole needs it once (kernel/notebook).
//
// A table of results is one too, of a value with Table() *engine.Sheet and,
// where it has them, Figures(): numbers in line, the best in bold with a star
// and its ties with a tilde, and what they mean under the table. Each figure has
// its numbers beside it, as a table where they are few.
//
// A report fits a screen of 1000 by 700 pixels: its first figure stands beside the scores
// and what is to be known of them, the others are small in full rows below, and what ran,
// captions, numbers and costs fold away. A brief one has the first row alone. How figures
// and reports look that say nothing of it is the renderer's, set by Dress.
//
// LaTeX and comma-separated values are never in a bundle: front ends that
// prefer text/latex hand it to MathJax, which sets formulas and no tables, and
// converters to PDF would need packages of their own. Save and the methods of a
// sheet give both.
//
// SVG is never a form of a bundle by itself, because converters that prefer it
// drop it afterwards as unsafe; inside an image of a page it can run nothing.
//
// Static bundles have no HTML but one PNG picture: for converters to PDF, for
// consoles that show pictures but no pages, and for hosts that show none. A
// report's tables are then set above the figures of its picture.
//
// # Safety
//
// Column names, class names, cells and error messages come from data. They are
// escaped wherever they meet HTML, and in reports, figures and tables their
// control characters never reach a terminal. What a cell prints itself, as a
// string, is left alone.
package render
