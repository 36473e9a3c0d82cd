// Package comparison sets reports of pipelines side by side: a [Comparison] is
// several recipes on one data set, divided alike, a [Survey] the same recipes on
// many. Both are pure values, built from reports that have run, and know which
// test package evidence allows for them; each says under its table which one was
// made, what it assumes and of how many numbers, or why there is none.
//
// A recipe that failed is an [Entry] without a report: it leaves a hole with its
// reason, and the others are compared without it.
//
// It imports the vocabulary of the engine, its internal packages and evidence, and no
// family. Start reading at comparison.go and standing.go, then survey.go; table.go and
// diagram.go show what they hold.
package comparison
