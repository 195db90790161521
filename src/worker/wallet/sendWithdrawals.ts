import { Effect } from "effect"
import { CHAIN_NAMES, WalletSigner } from "#core/chains"
import { PayoutProcessor } from "#core/wallet"

/** Takes withdrawals of every chain as far as they come; one chain that is away is not in the way of the others. */
export const sendWithdrawals = Effect.gen(function* () {
  const [work, signer] = [yield* PayoutProcessor, yield* WalletSigner]
  yield* Effect.forEach(CHAIN_NAMES, (name) => work.step(name, signer), { discard: true })
})
