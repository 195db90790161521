import { Clock, Effect, Layer } from "effect"
import { SignIns, TwoSteps } from "#core/accounts"
import { CurrentMeta, Hints, nameUuid, PostgresEventStore, Sealing, Sql, withCommandId } from "#core/kernel"
import { WithdrawalPasswords } from "#core/wallet"
import { Gifts } from "../gifts/Gifts.ts"
import { Prices } from "../Prices.ts"
import { Paydays } from "../payday/Paydays.ts"
import { Subscriptions } from "../Subscriptions.ts"
import { PremiumOffers } from "../seats/PremiumOffers.ts"

/** What a process does until it is killed. */
export type Task = {
  readonly name: "charge" | "renewal" | "seat" | "rush" | "payday" | "refund"
  readonly personId: string
  /** Somebody who wants a seat at the same time. */
  readonly rivalId: string
  readonly creatorId: string
  readonly channelId: number
  readonly commandId: string
  readonly nowMs: number
}

/** 1 unit of the coin costs 0.001 of the currency. */
const prices = Layer.succeed(Prices, {
  priceOf: () => Effect.succeed({ mid: "100000", digits: 8, baseDigits: 2, snapshotId: "kills" }),
})
/** Everybody pays with the withdrawal password. */
const credentials = Layer.mergeAll(
  Layer.succeed(SignIns, { hasSecondStep: () => Effect.succeed(false) } as never),
  Layer.succeed(TwoSteps, {} as never),
  Layer.succeed(WithdrawalPasswords, {
    status: () => Effect.succeed({ isSet: true, pause: null, stepSinceMs: 0, passwordSinceMs: 0 }),
    verify: () => Effect.void,
  } as never),
)

/** Subscriptions on a database, in a process whose connections have this name. */
export const killableLayer = (url: string, name: string) =>
  Layer.mergeAll(Subscriptions.layer, Paydays.layer, Gifts.layer).pipe(
    Layer.provideMerge(PremiumOffers.layer),
    Layer.provide([credentials, prices]),
    Layer.provideMerge(PostgresEventStore),
    Layer.provideMerge(Hints.layerSilent),
    Layer.provideMerge(Sealing.layerMemory),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: 3, name })),
  )

/** Executes a task at its time, as its command. */
export const perform = (task: Task) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const shifted = { currentTimeMillisUnsafe: () => task.nowMs, currentTimeMillis: Effect.succeed(task.nowMs) }
    const { commandId } = task
    return taskOf(task).pipe(
      Effect.provideService(Clock.Clock, Object.assign(Object.create(clock), shifted)),
      Effect.provideService(CurrentMeta, { actor: "test", commandId, correlationId: null, causationId: null }),
    )
  })

const taskOf = Effect.fnUntraced(function* ({ name, personId, rivalId, creatorId, channelId, commandId }: Task) {
  const [subscriptions, paydays] = [yield* Subscriptions, yield* Paydays]
  const rule = { personId, number: 1 }
  const secret = { code: "", password: "kills" }
  const weights = new Map([[creatorId, 1]])
  switch (name) {
    case "charge":
      return yield* subscriptions.change(rule, { terms: { msf: 1_000n, autoRenew: true }, weights, pay: true }, secret)
    case "seat":
      return yield* subscriptions.change(rule, { weights, seat: { channelId, creatorId, isWanted: true } }, secret)
    case "rush": {
      const terms = { msf: 1_000n }
      const change = { terms, weights, pay: true, seat: { channelId, creatorId, isWanted: true } }
      const buy = (payerId: string) => subscriptions.change({ personId: payerId, number: 1 }, change, secret)
      const others = withCommandId(nameUuid(`${commandId} ${rivalId}`))(buy(rivalId))
      return yield* Effect.all([buy(personId), others], { concurrency: 2 })
    }
    case "renewal":
      return yield* subscriptions.settleAll([rule])
    case "payday":
      return yield* paydays.close([{ ...rule, n: 1 }])
    case "refund":
      return yield* subscriptions.cancelNow(rule)
  }
})
