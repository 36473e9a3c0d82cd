// Package rank compares how two spaces order the rows of a sample, which is
// what measures and views of neighbourhoods in an embedding are made of.
//
// Seen from row i, the other rows have ranks 1, 2, ..., n−1 by their distance;
// ties, which are distances that are
// equal but for rounding (package equal), go to the smaller index. A pair (i, j) so
// has a rank in the data, ρ_ij, and one where the rows were placed, r_ij. Their
// joint histogram is the co-ranking matrix (Lee, Verleysen 2009,
// doi:10.1016/j.neucom.2008.12.017). What the field derives from it for a
// neighbourhood of k rows, trustworthiness and continuity, Q_NX, R_NX and the
// continuity meta-criterion, needs only the pairs of rank k or less in either
// space. Compare finds their ranks for all k up to a largest one in a single pass,
// by counting for each pair the rows that come before it, and keeps sums of whole
// numbers: its answers are the same bits on any machine, at any GOMAXPROCS.
//
// Start with Compare and Agreement, or CompareRows for what is found row by row; worker.go compares the rows of one
// goroutine, side.go finds the nearest in one space, radix_sort.go ranks whole
// rows. The package imports the engine's vocabulary and its internal packages.
package rank
