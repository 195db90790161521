/**
 * A module's own books refused an append (see Append.ledgerCall): the whole transaction was undone. Only the module that keeps
 * them can tell what it means, so it travels as a defect until that module catches it.
 */
export class LedgerRejected extends Error {
  override readonly name = "LedgerRejected"
  /** What the books said: `detail` of the error that they raised. */
  readonly detail: unknown

  constructor(message: string, detail: unknown) {
    super(message)
    this.detail = detail
  }
}
