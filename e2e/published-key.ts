/** A published public key. */
export const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
/** An address of `KEY`. */
export const KEY_ADDRESS = 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u';
