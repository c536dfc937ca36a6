/** Result of a call whose response was too long to be parsed in this thread. */
export class UnparsedBody {
  /**
   * Creates a result with everything needed to parse the body in another thread.
   * @param id id of the call
   */
  constructor(
    readonly status: number,
    readonly bytes: Buffer,
    readonly id: number,
  ) {}
}
