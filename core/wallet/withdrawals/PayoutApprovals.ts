import { Context, Effect } from "effect"
import type { PaymentApproval } from "#core/chains"

/** The operators' approvals of a withdrawal, which the signer verifies itself. None by default. */
export const PayoutApprovals = Context.Reference<
  (withdrawalId: string) => Effect.Effect<ReadonlyArray<PaymentApproval>>
>("core/wallet/PayoutApprovals", { defaultValue: () => () => Effect.succeed([]) })
