// Package std holds the export tables of the standard library for cells. All
// packages are there that need no other toolchain than the program has, those
// aside that are generic throughout, which cells have from source.
package std

//go:generate go run unfold/dsl/interp/extract -package std -skip "^(unsafe|syscall|syscall/.*|plugin|embed|runtime/(cgo|race|msan|asan|coverage)|log/syslog|testing/(slogtest|synctest|cryptotest)|crypto/mlkem/mlkemtest)$" std
