package main

import (
	"fmt"
	"time"
)

func work() float64 {
	const n = 70
	a, b, c := make([][]float64, n), make([][]float64, n), make([][]float64, n)
	for i := 0; i < n; i++ {
		a[i], b[i], c[i] = make([]float64, n), make([]float64, n), make([]float64, n)
		for j := 0; j < n; j++ {
			a[i][j], b[i][j] = float64(i+j), float64(i-j)
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			sum := 0.0
			for k := 0; k < n; k++ {
				sum += a[i][k] * b[k][j]
			}
			c[i][j] = sum
		}
	}
	return c[n/2][n/3]
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
