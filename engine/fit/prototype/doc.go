// Package prototype learns vector quantisation: rows that stand for their classes,
// and what the distances to them weigh.
//
// A row x has the class of the nearest prototype, by d_k(x) = ‖Ω_k (x − w_k)‖². What
// Ω may be is a [Form]: the identity (GLVQ; Sato and Yamada 1995), a diagonal (GRLVQ;
// Hammer and Villmann 2002, doi:10.1016/S0893-6080(02)00079-5), a matrix (GMLVQ) or
// one for each prototype (LGMLVQ; Schneider, Biehl, Hammer 2009,
// doi:10.1162/neco.2009.11-08-908), of full or limited rank (LiRaM; Bunte, Schneider,
// Hammer, Schleif, Villmann, Biehl 2012, doi:10.1016/j.neunet.2011.10.001). All of
// them minimise one cost, by its gradient, with one optimiser.
//
// Prototypes and matrices are those of coded columns: numbers are standardised, a
// column of levels is an indicator for each. A missing cell has no part in the
// distances of its row.
//
// It imports the vocabulary of the engine, internal packages, dense algebra and the
// optimiser. Start at [Learn] in learn.go; cost.go is the cost with its gradient,
// form.go what matrices there are, coding.go the columns, model.go what is learned.
package prototype
