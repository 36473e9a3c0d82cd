package mint

const stubSize = 9 // bytes of code
