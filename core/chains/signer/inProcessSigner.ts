import { Effect } from "effect"
import type { Keys } from "./Keys.ts"
import { type Signer, SigningRefused } from "./Signer.ts"
import { SpendingLimits } from "./SpendingLimits.ts"
import { signPayment } from "./signPayment.ts"

/** A signer in this process: used by the signer's own process and by tests. */
export const inProcessSigner = (keys: Keys, limits: SpendingLimits = new SpendingLimits({})): Signer => ({
  account: (network) => {
    const account = keys.account(network)
    const detail = `no keys for ${network.name} ${network.stage}`
    return account ? Effect.succeed(account) : Effect.fail(new SigningRefused({ reason: "network", detail }))
  },
  sign: (request) => Effect.suspend(() => Effect.fromResult(signPayment(keys, request, limits))),
})
