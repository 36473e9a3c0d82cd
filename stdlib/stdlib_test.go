package stdlib_test

import (
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/stdlib"
)

// TestContracts walks every stage through the suite of its role.
func TestContracts(t *testing.T) { enginetest.All(t, stdlib.Catalogue()) }

func TestEveryRoleHasStages(t *testing.T) {
	for _, role := range engine.Roles() {
		if len(stdlib.Catalogue().Names(role)) == 0 {
			t.Errorf("no stage has the role %s", role)
		}
	}
}
