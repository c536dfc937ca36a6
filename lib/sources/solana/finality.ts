import { isJsonObject } from '@/lib/json/json-object';
import { COMMITMENTS, type Commitment } from '@/lib/solana/commitment';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/** Pause, in ms, before the certificate is requested again, after a failure or a result without a certificate. */
const RETRY_MS = 60_000;
const METHOD_NOT_FOUND = -32601;

/**
 * Decides the commitment of a chain's reads (contract §3): `finalized` once the chain's node has returned an Alpenglow
 * genesis certificate, until then `confirmed`. The certificate is read in the background and kept. If the node
 * does not know the method, it is not requested again.
 */
export class Finality {
  private decided: Commitment = COMMITMENTS[0];
  private retryAt = Number.NEGATIVE_INFINITY;

  /** @param readCertificate calls `getAgGenesisCert`; without it the commitment changes only through `follow` */
  constructor(private readonly readCertificate?: () => Promise<unknown>) {}

  get commitment(): Commitment {
    return this.decided;
  }

  /** Takes over the decision of another thread. */
  follow(commitment: Commitment): void {
    if (commitment === 'finalized') this.decided = commitment;
  }

  /** Requests the certificate in the background, unless it is known or was requested recently. Never throws. */
  check(): void {
    if (this.readCertificate === undefined || this.decided === 'finalized') return;
    if (performance.now() < this.retryAt) return;
    this.retryAt = performance.now() + RETRY_MS;
    this.readCertificate().then(
      (certificate) => {
        if (isCertificate(certificate)) this.decided = 'finalized';
      },
      (thrown: unknown) => {
        if (isUpstreamCallError(thrown) && thrown.code === METHOD_NOT_FOUND)
          this.retryAt = Number.POSITIVE_INFINITY;
      },
    );
  }
}

/** Checks whether a result of `getAgGenesisCert` is a certificate; null means that the chain has not switched to Alpenglow. */
export const isCertificate = (result: unknown): boolean => isJsonObject(result);

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
