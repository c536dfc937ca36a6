/** Addresses of the embedded sample network (regtest). Safe in the browser. */

/** An address with a spend, which reveals its public key `SAMPLE_SPENT_KEY`. */
export const SAMPLE_SPENT_ADDRESS = 'bcrt1q6lfxgee2e250keyh2lpra988vpfurfx2x89e36';
export const SAMPLE_SPENT_KEY = '022cda24ee544a9bc17a58121f1e35c00a6875db9eb655518a4a926b6ee1a4d0cb';
/** An address that has only received payments. */
export const SAMPLE_UNSPENT_ADDRESS = 'bcrt1qqtnky8qc0dgxpjqht9kz39udxjquj4us5nmnq6';
/** A taproot address; its spends reveal only a tweaked key. */
export const SAMPLE_TAPROOT_ADDRESS = 'bcrt1pw70fdrv44cpp3u065x63uqxcahgzev85u5tdu3sm80ntptvr3c8qev80me';
