// Package cost holds the costs that embeddings are known by, as functions of where
// the rows are placed: package pairwise descends each of them with any map.
//
//	MDS, LocalMDS    distances ought to be what they were     mds, isomap
//	Ratio            neighbours rebuild each other             lle, eigenmaps
//	Unfolding        neighbours keep, others go apart          mvu, muhsic
//	SNE, TSNE, NeRV  neighbours ought to be as likely          sne, tsne, nerv
//	MRE              the same, for several relations at once   mre
//	NCA, PE          classes ought to be told apart            nca, pe
//
// With z_i the images, D_ij = ‖z_i − z_j‖², F_ij = ∂C/∂D_ij over ordered pairs:
//
//	∂C/∂z_i = 2 Σ_j (F_ij + F_ji)(z_i − z_j)
//
// A cost over all pairs goes through them anew in each evaluation, in O(n² q) time,
// and keeps O(n) numbers; what it was made of (Weights) keeps O(pairs). Rows are
// summed in their order and blocks of rows by sizes alone, so that values are the
// same bits on any number of processors. A cost serves one evaluation at a time.
//
// What is compared with images is a Weights, how much rows belong to each other, an
// engine.Distances or a sparse matrix. The package imports the vocabulary, its
// internal packages and the tools pairwise, sparse and neighbourhood. Start reading
// at mds.go, then softmax.go and sne.go.
package cost
