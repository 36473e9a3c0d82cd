#include "textflag.h"

// A method of a minted type is entered at one of these stubs. It jumps to its
// function value as a call of that does: with its address in the context
// register. No other register is touched, so that arguments pass through.

#define STUB(i) \
	MOVQ ·targets+((i)*8)(SB), DX;  \
	JMP (DX)
#define STUBS8(i) \
	STUB(i+0); \
	STUB(i+1); \
	STUB(i+2); \
	STUB(i+3); \
	STUB(i+4); \
	STUB(i+5); \
	STUB(i+6); \
	STUB(i+7)
#define STUBS64(i) \
	STUBS8(i+0); \
	STUBS8(i+8); \
	STUBS8(i+16); \
	STUBS8(i+24); \
	STUBS8(i+32); \
	STUBS8(i+40); \
	STUBS8(i+48); \
	STUBS8(i+56)
#define STUBS512(i) \
	STUBS64(i+0); \
	STUBS64(i+64); \
	STUBS64(i+128); \
	STUBS64(i+192); \
	STUBS64(i+256); \
	STUBS64(i+320); \
	STUBS64(i+384); \
	STUBS64(i+448)
#define STUBS4096(i) \
	STUBS512(i+0); \
	STUBS512(i+512); \
	STUBS512(i+1024); \
	STUBS512(i+1536); \
	STUBS512(i+2048); \
	STUBS512(i+2560); \
	STUBS512(i+3072); \
	STUBS512(i+3584)

TEXT ·stubs(SB), NOSPLIT|NOFRAME, $0-0
	STUBS4096(0)
	STUBS4096(4096)
	STUBS4096(8192)
	STUBS4096(12288)
	RET

TEXT ·firstStub(SB), NOSPLIT, $0-8
	LEAQ ·stubs(SB), AX
	MOVQ AX, ret+0(FP)
	RET
