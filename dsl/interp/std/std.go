// Package std holds the export tables of the standard library for cells. All
// packages are there that need no other toolchain than the program has, those
// aside that are generic throughout, which cells have from source.
package std

// Each line is of the release that it names; the second reads what the first
// has written.

//go:generate env GOTOOLCHAIN=go1.26.8 go run unfold/dsl/interp/extract -package std -skip "^(unsafe|syscall|syscall/.*|plugin|embed|runtime/(cgo|race|msan|asan|coverage)|log/syslog|testing/(slogtest|synctest|cryptotest)|crypto/mlkem/mlkemtest)$" std
//go:generate env GOTOOLCHAIN=go1.27.3 go run unfold/dsl/interp/extract -package std -skip "^(unsafe|syscall|syscall/.*|plugin|embed|runtime/(cgo|race|msan|asan|coverage)|log/syslog|testing/(slogtest|synctest|cryptotest)|crypto/mlkem/mlkemtest)$" -later std
