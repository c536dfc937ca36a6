import { COMMITMENTS, type Commitment } from '@/lib/solana/commitment';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/** Pause, in ms, before a node is asked again for the certificate, after a failure or while it has none. */
const ASK_AGAIN_MS = 60_000;
const METHOD_NOT_FOUND = -32601;

/**
 * Decides the commitment of a chain's reads (contract §3): `finalized` once the chain's node has returned an Alpenglow
 * genesis certificate, until then `confirmed`. The certificate is read in the background and kept; a node that does not
 * know the method is asked once.
 */
export class Finality {
  private decided: Commitment = COMMITMENTS[0];
  private askAgainAt = Number.NEGATIVE_INFINITY;

  /** @param askNode calls `getAgGenesisCert`; without it the commitment changes only through `follow` */
  constructor(private readonly askNode?: () => Promise<unknown>) {}

  get commitment(): Commitment {
    return this.decided;
  }

  /** Takes over the decision of another thread. */
  follow(commitment: Commitment): void {
    if (commitment === 'finalized') this.decided = commitment;
  }

  /** Asks the node in the background, unless the answer is known or the node was asked recently. Never throws. */
  check(): void {
    if (this.askNode === undefined || this.decided === 'finalized') return;
    if (performance.now() < this.askAgainAt) return;
    this.askAgainAt = performance.now() + ASK_AGAIN_MS;
    this.askNode().then(
      (certificate) => {
        if (isCertificate(certificate)) this.decided = 'finalized';
      },
      (thrown: unknown) => {
        if (isUpstreamCallError(thrown) && thrown.code === METHOD_NOT_FOUND)
          this.askAgainAt = Number.POSITIVE_INFINITY;
      },
    );
  }
}

/** Checks whether a result of `getAgGenesisCert` is a certificate; null means that the chain has none. */
export const isCertificate = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && !Array.isArray(result);

/** Adds the chain's commitment to the options, the last parameter, of each call. */
export const withCommitment =
  (transport: Transport, finality: Finality): Transport =>
  (method, params, scope, options) => {
    const all = params as readonly unknown[];
    const config = { ...(all.at(-1) as object), commitment: finality.commitment };
    const answer = transport(method, [...all.slice(0, -1), config], scope, options);
    finality.check();
    return answer;
  };
