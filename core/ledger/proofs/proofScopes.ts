/**
 * What proofs cover, as in `wallet.proof_scope` (migration 0054). A proof keeps the scope it was made with, so a scope never
 * changes: further events need a further scope. Verification uses these lists, so changing the table hides no event.
 */
export const PROOF_SCOPES = [
  { scope: 1, name: "money", types: ["ledger.%", "wallet.%", "subscriptions.PaydayProved.%"], byOperators: false },
  {
    scope: 2,
    name: "operators",
    types: ["operators.%", "operations.%", "identity.%", "reveals.%", "moderation.%", "flags.%"],
    // Every event that an operator caused, in any module, such as a decision about an application.
    byOperators: true,
  },
] as const

export type ProofScope = (typeof PROOF_SCOPES)[number]["name"]
