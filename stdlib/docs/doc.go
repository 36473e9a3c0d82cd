// Package docs holds the signatures and the first sentences of documentation of
// the packages that cells may import.
package docs
