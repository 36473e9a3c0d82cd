package main

import (
	"fmt"
	"time"
)

type counter struct{ n int }

func (c *counter) add(by int) { c.n += by }

func work() int {
	c := &counter{}
	for i := 0; i < 200000; i++ {
		c.add(i)
	}
	return c.n
}

func main() {
	begin := time.Now()
	result := work()
	fmt.Println(result, time.Since(begin).Nanoseconds())
}
