/** The commitments at which chains are read, weakest first. This module does not import zod, because pages load it. */
export const COMMITMENTS = ['confirmed', 'finalized'] as const;
export type Commitment = (typeof COMMITMENTS)[number];
