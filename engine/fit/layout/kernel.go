package layout

import (
	"math"

	"unfold/engine/internal/elementary"
)

// A kernel is Student's, φ(D) = u^e with u = 1/(1 + D/s) and e = (s+1)/2, for s
// degrees of freedom.
type kernel struct {
	dof   float64
	power int // twice e, where that is a whole number up to mostPower; otherwise 0
}

// mostPower is up to which power multiplying is faster than a logarithm.
const mostPower = 16

func newKernel(dof float64) kernel {
	k := kernel{dof: dof}
	if twice := dof + 1; twice == math.Trunc(twice) && twice <= mostPower {
		k.power = int(twice)
	}
	return k
}

// isCauchy tells the kernel 1/(1 + D), for which there is vector code.
func (k kernel) isCauchy() bool { return k.dof == 1 }

// exponent returns e.
func (k kernel) exponent() float64 { return float64((k.dof + 1) / 2) }

// pull returns c = (s+1)/(2s), by which −dφ/dD = c φ u.
func (k kernel) pull() float64 { return k.exponent() / k.dof }

// at returns φ and u of a squared distance.
func (k kernel) at(square float64) (phi, u float64) {
	if k.isCauchy() {
		u = 1 / (1 + square)
		return u, u
	}
	u = k.nearness(square)
	if k.power == 0 {
		return elementary.Exp(k.exponent() * elementary.Log(u)), u
	}
	phi = 1
	if k.power%2 == 1 {
		phi = math.Sqrt(u)
	}
	for range k.power / 2 {
		phi *= u
	}
	return phi, u
}

// nearness returns u of a squared distance.
func (k kernel) nearness(square float64) float64 { return 1 / (1 + square/k.dof) }

// log returns −ln φ of a squared distance.
func (k kernel) log(square float64) float64 {
	return k.exponent() * elementary.Log1p(square/k.dof)
}
