package main

import (
	"fmt"
	"time"
)

func work() int {
	const limit = 300000
	composite := make([]bool, limit)
	primes := 0
	for n := 2; n < limit; n++ {
		if composite[n] {
			continue
		}
		primes++
		for k := n * n; k < limit; k += n {
			composite[k] = true
		}
	}
	return primes
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
