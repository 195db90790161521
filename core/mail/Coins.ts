import { Context, Effect, Layer } from "effect"
import { CHAIN_NAMES, Chains } from "#core/chains"
import { Assets } from "#core/wallet"
import type { MailCoin } from "./templates/amountText.ts"

/** The coins that letters tell of, as operators name them now. */
export class Coins extends Context.Service<Coins, { readonly all: Effect.Effect<ReadonlyArray<MailCoin>> }>()(
  "core/mail/Coins",
) {
  static readonly layer = Layer.effect(
    Coins,
    Effect.gen(function* () {
      const { types } = yield* Assets
      const chains = yield* Chains
      const all = Effect.map(types, (known) =>
        CHAIN_NAMES.flatMap((chain): ReadonlyArray<MailCoin> => {
          const { network, capabilities } = chains.of(chain)
          const type = known.find(({ assetTypeId }) => assetTypeId === network.assetTypeId)
          return type === undefined ? [] : [{ ...type, chain, isDemo: capabilities.isDemo }]
        }),
      )
      return Coins.of({ all })
    }),
  )
}
