// Package notebook reads, runs, compares and prints Jupyter notebooks without
// Jupyter. A notebook that Run has executed holds the outputs that a front end
// would have kept; Write stores it as nbformat 4.5, HTML prints it as a page.
// A script is read as a notebook too, so that both run the same way.
//
// The format: https://nbformat.readthedocs.io/en/latest/format_description.html
package notebook
