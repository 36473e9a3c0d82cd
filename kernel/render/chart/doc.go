// Package chart draws the figures that the engine describes as data: to PNG,
// SVG and PDF files, and to the compact form that a page's script can zoom
// into.
//
// # What is kept in every figure
//
// A class has one colour and one shape throughout, chosen so that neither
// colour blindness nor a grey print confuses two of them (see Class). Training
// rows are filled, held rows are rings. The legend stands outside the data.
// Lengths are CSS pixels, of which a vector file takes 72 to the inch and a
// PNG two dots each way.
//
// # Determinism
//
// The same figure gives the same bytes in every format: no clock, no map
// order, no random order of drawing.
package chart
