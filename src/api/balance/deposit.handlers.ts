import { Effect } from "effect"
import { encodeQR } from "qr"
import { chainOfAsset, networks, paymentUri, SimWorlds } from "#core/chains"
import type { Sql } from "#core/kernel"
import { DepositAddresses } from "#core/wallet"
import { listDeposits } from "#projections/wallet"
import { type PlainKey, translator } from "#src/i18n/index.ts"
import { DEMO_UNITS } from "#src/lib/assetTypes.ts"
import type { RequestOf } from "../calls.ts"
import { answer, Busy, Conflict, NotOffered, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { faucet, limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { toAmountText } from "../walletFields.ts"
import type { depositEndpoints } from "./deposit.contract.ts"

/** Handlers of `depositEndpoints`. */
export const depositHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Sql>())
  const addresses = yield* DepositAddresses
  const limited = yield* limitedAsStandard
  const worlds = yield* SimWorlds
  const limitedWriting = yield* writing
  const limitedFaucet = yield* faucet

  const refusalOf = (key: PlainKey) => Effect.map(CurrentCaller, ({ locale }) => refusal(translator(locale)(key)))
  const busy = ({ messageKey }: { readonly messageKey: PlainKey }) =>
    Effect.flatMap(refusalOf(messageKey), (body) => Effect.fail(new Busy(body)))
  const give = (personId: string, assetTypeId: number, wantsNew: boolean) =>
    addresses.give(personId, assetTypeId, wantsNew).pipe(
      Effect.catchTag("NoDeposits", busy),
      Effect.catchTag("CommandReused", ({ messageKey }) =>
        Effect.flatMap(refusalOf(messageKey), (body) => Effect.fail(new Conflict(body))),
      ),
    )

  return {
    LoadDepositAddress: Effect.fn("LoadDepositAddress")(function* ({
      payload,
    }: RequestOf<typeof depositEndpoints, "LoadDepositAddress">) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { assetTypeId, wantsNew = false } = payload
      const { address, stage } = yield* give(personId, assetTypeId, wantsNew)
      const name = chainOfAsset(assetTypeId) ?? "BTC"
      const uri = paymentUri(name, address)
      const { usual, large } = networks[name][stage].confirmations
      const confirmations = { usual, large }
      return answer({ address, uri, qr: encodeQR(uri, "svg"), isDemo: stage === "demo", confirmations })
    }, provide),

    DemoCoins: Effect.fn("DemoCoins")(function* ({
      payload: { assetTypeId },
    }: RequestOf<typeof depositEndpoints, "DemoCoins">) {
      const { personId } = yield* requireMember
      yield* limitedFaucet
      const { stage, script } = yield* give(personId, assetTypeId, false)
      if (stage !== "demo") return yield* new NotOffered(yield* refusalOf("deposit.demo.none"))
      const world = worlds.of(chainOfAsset(assetTypeId) ?? "BTC")
      const txid = yield* world
        .faucet({ script, amount: DEMO_UNITS })
        .pipe(Effect.catch(() => busy({ messageKey: "walletCall.noDeposits" })))
      return answer({ amount: toAmountText(DEMO_UNITS, assetTypeId), txid })
    }, provide),

    LoadDeposits: Effect.fn("LoadDeposits")(function* () {
      const { personId } = yield* requireMember
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
