import { Effect } from "effect"
import { CHAIN_NAMES, WalletSigner } from "#core/chains"
import { PayoutProcessor } from "#core/wallet"

/** Processes the withdrawals of every chain; an unavailable chain does not block the others. */
export const sendWithdrawals = Effect.gen(function* () {
  const [work, signer] = [yield* PayoutProcessor, yield* WalletSigner]
  yield* Effect.forEach(CHAIN_NAMES, (name) => work.step(name, signer), { discard: true })
})
