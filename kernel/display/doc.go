// Package display is what cells show rich values with: bundles of data by MIME
// type, and the interfaces of values that can be shown.
package display
