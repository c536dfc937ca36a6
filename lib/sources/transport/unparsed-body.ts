/** The body of a JSON-RPC response that was too long to be parsed here, as the result of its call. */
export class UnparsedBody {
  /** @param id of the call in it */
  constructor(
    readonly status: number,
    readonly bytes: Buffer,
    readonly id: number,
  ) {}
}
