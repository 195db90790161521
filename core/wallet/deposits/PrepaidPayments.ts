import { Context, Effect, Layer } from "effect"

/**
 * Payments of people that nobody has earned yet: they can still be given back. A deposit that is undone after it paid for
 * something takes these first.
 */
export class PrepaidPayments extends Context.Service<
  PrepaidPayments,
  {
    /**
     * Gives prepaid payments in an asset back to their payer, the latest first, until the payer can spend the amount or
     * nothing is left. What they paid for ends.
     */
    giveBack(of: {
      readonly personId: string
      readonly assetTypeId: number
      readonly amount: bigint
    }): Effect.Effect<void>
  }
>()("core/wallet/PrepaidPayments") {
  /** Without anything that is paid in advance. */
  static readonly layerNone = Layer.succeed(PrepaidPayments, PrepaidPayments.of({ giveBack: () => Effect.void }))
}
