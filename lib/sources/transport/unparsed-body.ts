/** The result of a call whose response was too long to be parsed here. */
export class UnparsedBody {
  /** @param id of the call */
  constructor(
    readonly status: number,
    readonly bytes: Buffer,
    readonly id: number,
  ) {}
}
