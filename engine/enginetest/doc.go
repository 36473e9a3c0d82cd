// Package enginetest holds the contracts that every stage keeps, whatever it
// computes, as tests that walk a catalogue:
//
//	func TestContracts(t *testing.T) { enginetest.All(t, stdlib.Catalogue()) }
//
// A stage is tested for having been declared; nothing else has to be written.
// What a method computes is for the tests of its own package, which may use the
// reference problems here.
//
// Most contracts are tested through pipelines, as a user meets them, with toy
// stages around the one under test.
//
// It imports the vocabulary of the engine, evaluate and internal packages, and no
// family: stages come from the catalogue it is given. Start reading at all.go, then at
// the file of a role.
package enginetest
