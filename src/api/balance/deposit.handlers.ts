import { Effect } from "effect"
import { encodeQR } from "qr"
import { chainOfAsset, networks, paymentUri, SimWorlds } from "#core/chains"
import type { Sql } from "#core/kernel"
import { DepositAddresses } from "#core/wallet"
import { listDeposits } from "#projections/wallet"
import { type PlainKey, translator } from "#src/i18n/index.ts"
import { DEMO_UNITS } from "#src/web/wallet/demoUnits.ts"
import { answer, Busy, Conflict, NotOffered, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { faucet, ordinary, writing } from "../limits.ts"
import { member } from "../member.ts"
import { toAmountText } from "../walletFields.ts"

type Asked = { readonly payload: { readonly assetTypeId: number; readonly wantsNew?: boolean } }

/** The calls of balance.deposit.ts; resolved once for the group. */
export const depositHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Sql>())
  const desk = yield* DepositAddresses
  const limited = yield* ordinary
  const worlds = yield* SimWorlds
  const limitedWriting = yield* writing
  const limitedFaucet = yield* faucet

  const said = (key: PlainKey) => Effect.map(CurrentCaller, ({ locale }) => refusal(translator(locale)(key)))
  const busy = ({ messageKey }: { readonly messageKey: PlainKey }) =>
    Effect.flatMap(said(messageKey), (words) => Effect.fail(new Busy(words)))
  const give = (personId: string, assetTypeId: number, wantsNew: boolean) =>
    desk.give(personId, assetTypeId, wantsNew).pipe(
      Effect.catchTag("NoDeposits", busy),
      Effect.catchTag("CommandReused", ({ messageKey }) =>
        Effect.flatMap(said(messageKey), (words) => Effect.fail(new Conflict(words))),
      ),
    )

  return {
    LoadDepositAddress: Effect.fn("LoadDepositAddress")(function* ({ payload }: Asked) {
      const { personId } = yield* member
      yield* limitedWriting
      const { assetTypeId, wantsNew = false } = payload
      const { address, stage } = yield* give(personId, assetTypeId, wantsNew)
      const name = chainOfAsset(assetTypeId) ?? "BTC"
      const uri = paymentUri(name, address)
      const { usual, large } = networks[name][stage].confirmations
      const confirmations = { usual, large }
      return answer({ address, uri, qr: encodeQR(uri, "svg"), isDemo: stage === "demo", confirmations })
    }, provide),

    DemoCoins: Effect.fn("DemoCoins")(function* ({ payload: { assetTypeId } }: Asked) {
      const { personId } = yield* member
      yield* limitedFaucet
      const { stage, script } = yield* give(personId, assetTypeId, false)
      if (stage !== "demo") return yield* new NotOffered(yield* said("deposit.demo.none"))
      const world = worlds.of(chainOfAsset(assetTypeId) ?? "BTC")
      const txid = yield* world
        .faucet({ script, amount: DEMO_UNITS })
        .pipe(Effect.catch(() => busy({ messageKey: "walletCall.noDeposits" })))
      return answer({ amount: toAmountText(DEMO_UNITS, assetTypeId), txid })
    }, provide),

    LoadDeposits: Effect.fn("LoadDeposits")(function* () {
      const { personId } = yield* member
      yield* limited
      const deposits = (yield* listDeposits(personId)).map(({ amount, seenAt, ...deposit }) => ({
        ...deposit,
        amount: toAmountText(amount, deposit.assetTypeId),
        at: seenAt.getTime(),
      }))
      return answer({ deposits })
    }, provide),
  }
})
