package core

// A rule is something of Go that core Go leaves out, since the interpreter does
// not evaluate it as Go does, or not at all. What each is for is shown by a
// program in testdata/faults.txtar, and said in docs/core.md.
type rule int

const (
	declaredType rule = iota
	declaredConst
	declaredFunc
	initialised
	structType
	countedArray
	unnamedParameter
	predeclaredName
	typeSwitch
	typeAssertion
	selecting
	switchTag
	caseList
	fallingDefault
	deferring
	goCall
	labelName
	labelPlace
	rangeTarget
	rangeConstant
	loopInit
	loopVariable
	parallelCall
	missingValue
	blankCondition
	redefinedResult
	returnedTogether
	sendChannel
	parentheses
	constantOperands
	conditionConstant
	missingBuiltin
	recovering
	newValue
	makeChannel
	untypedNil
	appendedElement
	typeArguments
	methodOfType
	elidedKey
	otherSyntax
)

// rules say of each rule how it is called, what in a program breaks it, and
// what the reader can do about that.
var rules = [...]struct{ name, found, remedy string }{
	declaredType:      {"declared-type", "a type declared here", "declare it at the top of a cell"},
	declaredConst:     {"declared-const", "a constant declared here", "declare it at the top of a cell"},
	declaredFunc:      {"declared-func", "a function declared here", "assign a function literal to a variable"},
	initialised:       {"initialised-variable", "a variable of the file with a value", "assign the value in a statement of its own"},
	structType:        {"struct-type", "a struct or interface type without a name", "declare a type of that name and use it"},
	countedArray:      {"counted-array", "an array whose length is left to its elements", "write the length as a number"},
	unnamedParameter:  {"unnamed-parameter", "a parameter without a name", "call it _"},
	predeclaredName:   {"predeclared-name", "a variable with a name that Go has given to something else", "choose another name"},
	typeSwitch:        {"type-switch", "a type switch", "assert one type after another, with ok"},
	typeAssertion:     {"type-assertion", "a type assertion", "use a variable of that type"},
	selecting:         {"select", "a select", "receive in goroutines of their own"},
	switchTag:         {"switch-tag", "a switch over a value", "write switch { case x == 1: }"},
	caseList:          {"case-list", "a case of several expressions", "join them by ||"},
	fallingDefault:    {"falling-default", "a fallthrough in a switch whose default is not its last case", "put the default last"},
	deferring:         {"defer", "a defer", "call the function before each return"},
	goCall:            {"go-call", "a go statement whose panics are not caught", "start a function literal"},
	labelName:         {"label-name", "a label with a name that something else may have", "choose another name"},
	labelPlace:        {"label-place", "a label in a case", "put what the label is for into a block of its own, { }"},
	rangeTarget:       {"range-target", "a range that sets variables of its surroundings", "use := and assign in the body"},
	rangeConstant:     {"range-constant", "a range over a constant or a function literal", "give it to a variable first"},
	loopInit:          {"loop-init", "a loop whose header is its first statement alone", "put that statement before the loop"},
	loopVariable:      {"loop-variable", "a variable of a loop's header that outlives its turn", "copy it in the body: v := v"},
	parallelCall:      {"parallel-call", "an assignment of several values, one of which calls, makes or receives something", "assign them one after another"},
	missingValue:      {"missing-value", "a look into a map, with ok, whose value is not set to zero where there is none", "look in two statements: _, ok := m[k], then v := m[k]"},
	blankCondition:    {"blank-condition", "a condition assigned to _", "assign it to a variable"},
	redefinedResult:   {"redefined-result", "a := that sets a result of the function beside new variables", "declare the new variables first, and use ="},
	returnedTogether:  {"returned-together", "a return of a value that mentions a result which another value sets", "assign each to a variable first"},
	sendChannel:       {"send-channel", "a send on a channel whose type is not said", "convert it: (chan T)(c) <- v"},
	parentheses:       {"parentheses", "parentheses around a value", "leave them out, or give the value to a variable first"},
	constantOperands:  {"constant-operands", "an operation on constants alone", "write its result"},
	conditionConstant: {"condition-constant", "a constant in parentheses' conversion beside && or ||", "convert it without parentheses"},
	missingBuiltin:    {"missing-builtin", "a builtin function that the interpreter does not have as Go has it", "write what it does"},
	recovering:        {"recover", "a recover", "check before the call that may panic"},
	newValue:          {"new-value", "new of a value", "give the value to a variable and take its address"},
	makeChannel:       {"make-channel", "a channel made for one direction", "make one for both and convert it"},
	untypedNil:        {"untyped-nil", "a nil without a type as a list, a key, or one of several values", "convert it: ([]T)(nil)"},
	appendedElement:   {"appended-element", "an append of several values that are read from memory", "give them to variables first"},
	typeArguments:     {"type-arguments", "type arguments", "write a function for that type"},
	methodOfType:      {"method-of-type", "a method as a function of its type", "write a function literal that calls it"},
	elidedKey:         {"elided-key", "a key of a literal without its type", "write the type of the key"},
	otherSyntax:       {"other-syntax", "syntax that the interpreter is not known to understand", "write it in simpler steps"},
}

func (r rule) String() string { return rules[r].name }
