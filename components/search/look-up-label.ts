/** Name of the look-up field for screen readers. */
export const LOOK_UP_LABEL = 'Solana address, .sol name, Bitcoin key or address, or EVM address';
