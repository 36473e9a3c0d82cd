package mint

const stubSize = 16 // bytes of code
