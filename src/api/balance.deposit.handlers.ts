import { Effect } from "effect"
import { encodeQR } from "qr"
import type { Sql } from "#core/kernel"
import { CHAIN_NAMES, DepositAddresses, networks, paymentUri } from "#core/wallet"
import { listDeposits } from "#projections/wallet"
import { translator } from "#src/i18n/index.ts"
import { answer, Busy, refusal } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"
import { ordinary, writing } from "./limits.ts"
import { member } from "./member.ts"
import { onWire } from "./wallet.fields.ts"

type Asked = { readonly payload: { readonly assetTypeId: number; readonly wantsNew?: boolean } }

/** The calls of balance.deposit.ts; resolved once for the group. */
export const depositHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Sql>())
  const desk = yield* DepositAddresses
  const limited = yield* ordinary
  const limitedWriting = yield* writing

  return {
    LoadDepositAddress: Effect.fn("LoadDepositAddress")(function* ({ payload }: Asked) {
      const { personId } = yield* member
      yield* limitedWriting
      const { assetTypeId, wantsNew = false } = payload
      const { address, stage } = yield* desk.give(personId, assetTypeId, wantsNew).pipe(
        Effect.catch(
          Effect.fnUntraced(function* ({ messageKey }) {
            return yield* new Busy(refusal(translator((yield* CurrentCaller).locale)(messageKey)))
          }),
        ),
      )
      const name = CHAIN_NAMES[assetTypeId - 1] ?? "BTC"
      const uri = paymentUri(name, address)
      const { usual, large } = networks[name][stage].confirmations
      const confirmations = { usual, large }
      return answer({ address, uri, qr: encodeQR(uri, "svg"), isDemo: stage === "demo", confirmations })
    }, provide),

    LoadDeposits: Effect.fn("LoadDeposits")(function* () {
      const { personId } = yield* member
      yield* limited
      const deposits = (yield* listDeposits(personId)).map(({ amount, seenAt, ...deposit }) => ({
        ...deposit,
        amount: onWire(amount, deposit.assetTypeId),
        at: seenAt.getTime(),
      }))
      return answer({ deposits })
    }, provide),
  }
})
