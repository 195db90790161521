import { Clock, Context, Effect, Layer } from "effect"
import { retryOnConflict, StreamConflict } from "#core/kernel"
import { type CycleRef, type CycleState, cycleIdOf } from "../cycle/Cycle.ts"
import { closeCycle } from "../cycle/closeCycle.ts"
import { withReceivers } from "../forwards/Forwards.ts"
import type { ForwardsByCreator } from "../forwards/forwardParts.ts"
import { PAYDAY_CREATORS_MAX, PAYDAY_CYCLES_MAX, PAYDAY_DELAY_MS } from "../limits.ts"
import { Rule, type RuleState, ruleIdOf } from "../rule/Rule.ts"
import { subscriptionStore } from "../subscriptionStore.ts"
import { bookingsOfClosed } from "./bookingsOfClosed.ts"

/** A cycle that is over, with the rule that its units are split by. */
type EndedCycle = {
  readonly cycle: NonNullable<CycleState>
  readonly version: number
  readonly rule: RuleState
  readonly forwards: ForwardsByCreator
}

/** Batches that are closed at the same time: one is read while the other is written. */
const BATCHES_AT_ONCE_MAX = 2

export type ClosedCycles = { readonly count: number; readonly position: number }

/** Pays creators what subscriptions earned. */
export class Paydays extends Context.Service<
  Paydays,
  {
    /**
     * Closes those of the given cycles that have been over for a while: one transfer for up to 200 cycles and 100 creators
     * of an asset. Cycles that were closed before are left alone, so any number of processes may call it. Returns the
     * number of closed cycles, and the log position of the last one.
     */
    close(refs: ReadonlyArray<CycleRef>): Effect.Effect<ClosedCycles>
  }
>()("core/subscriptions/Paydays") {
  static readonly layer = Layer.effect(
    Paydays,
    Effect.gen(function* () {
      const { readRules, readCycles, readForwards, write, closedOwners, newTransferId } = yield* subscriptionStore

      const readEnded = Effect.fnUntraced(function* (refs: ReadonlyArray<CycleRef>, nowMs: number) {
        const ended = (yield* readCycles(refs.map(cycleIdOf))).flatMap(({ state: cycle, version }) =>
          cycle?.isOpen === true && nowMs >= cycle.endMs + PAYDAY_DELAY_MS ? [{ cycle, version }] : [],
        )
        const ruleIds = [...new Set(ended.map(({ cycle }) => ruleIdOf(cycle.personId, cycle.number)))]
        const loaded = yield* readRules(ruleIds)
        const rules = new Map(ruleIds.map((ruleId, index) => [ruleId, loaded[index]?.state ?? Rule.initial]))
        const creatorIds = new Set([...rules.values()].flatMap(({ creators }) => [...creators.keys()]))
        const forwards = yield* readForwards([...creatorIds])
        return ended.map(({ cycle, version }): EndedCycle => {
          const rule = rules.get(ruleIdOf(cycle.personId, cycle.number)) ?? Rule.initial
          return { cycle, version, rule, forwards }
        })
      })

      const closeBatch = Effect.fnUntraced(function* (ended: ReadonlyArray<EndedCycle>, nowMs: number) {
        const paydayId = yield* newTransferId
        const closedIds = yield* closedOwners([...new Set(ended.flatMap(ownersOf))])
        const cycles = ended.map(({ cycle, version, rule, forwards }) => {
          const { endMs, units } = cycle
          return { version, event: closeCycle(cycle, rule, { endMs, units, closedIds, forwards, paydayId, nowMs }) }
        })
        const bookings = yield* bookingsOfClosed(
          cycles.map(({ event }) => event),
          paydayId,
          newTransferId,
        )
        const { position } = yield* write({ cycles, bookings })
        return { count: cycles.length, position }
      })

      /** Closes a batch, or, if one of its cycles was changed meanwhile, each of them alone. */
      const closeBatchOrEach = Effect.fnUntraced(function* (batch: ReadonlyArray<EndedCycle>, nowMs: number) {
        const each = Effect.forEach(batch, ({ cycle }) =>
          retryOnConflict(Effect.flatMap(readEnded([cycle], nowMs), (ended) => closeBatch(ended, nowMs))),
        )
        return yield* closeBatch(batch, nowMs).pipe(
          Effect.catchIf(
            (error) => error instanceof StreamConflict,
            () => Effect.map(each, sumOf),
          ),
          Effect.orDie,
        )
      })

      return Paydays.of({
        close: Effect.fn("Paydays.close")(function* (refs) {
          const nowMs = yield* Clock.currentTimeMillis
          const closeSome = Effect.fnUntraced(function* (some: ReadonlyArray<CycleRef>) {
            const ended = yield* readEnded(some, nowMs)
            return sumOf(yield* Effect.forEach(batchesOf(ended), (batch) => closeBatchOrEach(batch, nowMs)))
          })
          const parts = inParts(refs, PAYDAY_CYCLES_MAX)
          return sumOf(yield* Effect.forEach(parts, closeSome, { concurrency: BATCHES_AT_ONCE_MAX }))
        }),
      })
    }),
  )
}

/** Everybody who may get something of a cycle, beside the person of its rule. */
const ownersOf = ({ cycle, rule, forwards }: EndedCycle): ReadonlyArray<string> => [
  ...withReceivers(rule.creators.keys(), forwards),
  ...(cycle.gift === null ? [] : [cycle.gift.payerId]),
]

const sumOf = (closed: ReadonlyArray<ClosedCycles>): ClosedCycles => ({
  count: closed.reduce((sum, { count }) => sum + count, 0),
  position: Math.max(0, ...closed.map(({ position }) => position)),
})

/** Groups cycles by asset, within the limits of one transfer. */
const batchesOf = (ended: ReadonlyArray<EndedCycle>): ReadonlyArray<ReadonlyArray<EndedCycle>> => {
  const byAsset = Map.groupBy(ended, ({ cycle }) => cycle.assetTypeId)
  return [...byAsset.values()].flatMap((cycles) => {
    const batches: Array<Array<EndedCycle>> = []
    let creators: ReadonlySet<string> = new Set<string>()
    for (const each of cycles) {
      const own = withReceivers(each.rule.creators.keys(), each.forwards)
      const together = new Set([...creators, ...own])
      const batch = batches.at(-1)
      if (batch === undefined || batch.length >= PAYDAY_CYCLES_MAX || together.size > PAYDAY_CREATORS_MAX) {
        batches.push([each])
        creators = own
      } else {
        batch.push(each)
        creators = together
      }
    }
    return batches
  })
}

const inParts = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))
