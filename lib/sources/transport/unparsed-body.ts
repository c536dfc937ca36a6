/** Result of a call whose response was too long to be parsed here. */
export class UnparsedBody {
  /**
   * Keeps what is needed to parse the body elsewhere.
   * @param id id of the call
   */
  constructor(
    readonly status: number,
    readonly bytes: Buffer,
    readonly id: number,
  ) {}
}
