// Package command holds the commands of cells that are neither Go nor
// pipelines: those that begin with %, ! or $.
package command
