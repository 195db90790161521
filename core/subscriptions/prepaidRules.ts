import { Clock, Effect, Layer } from "effect"
import { retryOnConflict, Sql, versionedReader } from "#core/kernel"
import { personAccount, readSpendable } from "#core/ledger"
import { PrepaidPayments } from "#core/wallet"
import { type CycleState, cycleIdOf } from "./cycle/Cycle.ts"
import { undoCycle } from "./cycle/undoCycle.ts"
import { returnGift } from "./gifts/changeGifts.ts"
import { PersonGifts } from "./gifts/PersonGifts.ts"
import { returnBooking } from "./gifts/returnBooking.ts"
import { RULES_MAX, TERM_PERIODS } from "./limits.ts"
import { bookingsOfClosed } from "./payday/bookingsOfClosed.ts"
import { ruleIdOf } from "./rule/Rule.ts"
import { undoTerm } from "./rule/undoTerm.ts"
import { subscriptionStore } from "./subscriptionStore.ts"

/** The last cycles of a rule that may be open: those of its term, and of one before it that no payday has closed yet. */
const OPEN_CYCLES_MAX = 2 * Math.max(...TERM_PERIODS)

type Prepaid = Parameters<(typeof PrepaidPayments)["Service"]["giveBack"]>[0]
type OpenCycle = { readonly cycle: NonNullable<CycleState>; readonly version: number }

/**
 * Subscriptions that were paid and not earned yet. When the deposit behind them is undone, whole terms are taken back, the
 * last charged one first: their cycles are returned, and access ends. What was paid out to creators stays with them.
 */
export const prepaidRulesLayer = Layer.effect(
  PrepaidPayments,
  Effect.gen(function* () {
    const { readRule, readCycles, write, newTransferId } = yield* subscriptionStore
    const readGifts = yield* versionedReader(PersonGifts)
    const { client: sql } = yield* Sql

    const readPrepaid = Effect.fnUntraced(function* (personId: string, number: number, assetTypeId: number) {
      const { state: rule, version } = yield* readRule(ruleIdOf(personId, number))
      if (rule.personId === null) return null
      const first = Math.max(1, rule.lastCycle - OPEN_CYCLES_MAX + 1)
      const ids = Array.from({ length: rule.lastCycle - first + 1 }, (_, index) =>
        cycleIdOf({ personId, number, n: first + index }),
      )
      const open = (yield* readCycles(ids)).flatMap(
        ({ state: cycle, version }): ReadonlyArray<OpenCycle> =>
          cycle?.isOpen === true && cycle.assetTypeId === assetTypeId ? [{ cycle, version }] : [],
      )
      return { number, rule, version, open }
    })

    /** Takes back the open cycles of a rule, or those of a gift that somebody else claimed. */
    const undo = Effect.fnUntraced(function* (
      { personId, assetTypeId }: Omit<Prepaid, "amount">,
      number: number,
      giftId: string | null,
    ) {
      const found = yield* readPrepaid(personId, number, assetTypeId)
      const open = (found?.open ?? []).filter(({ cycle }) => (cycle.gift?.giftId ?? null) === giftId)
      if (found === null || open.length === 0) return
      const nowMs = yield* Clock.currentTimeMillis
      // The term of a later gift stays.
      const isOfTerm = found.rule.term?.cycles.some(({ n }) => open.some(({ cycle }) => cycle.n === n)) ?? false
      const ended = giftId === null || isOfTerm ? undoTerm({ personId, number, nowMs }, found.rule, assetTypeId) : []
      const cycles = open.map(({ cycle, version }) => ({ version, event: undoCycle(cycle, nowMs) }))
      const closed = cycles.map(({ event }) => event)
      yield* write({
        rules: [{ version: found.version, events: ended }],
        cycles,
        bookings: yield* bookingsOfClosed(closed, yield* newTransferId, newTransferId),
      })
      yield* Effect.logWarning("a subscription was taken back: the deposit that paid it was undone", {
        number,
        cycles: cycles.length,
      })
    })

    /** Takes back a gift that nobody has claimed, or the months of the person who did. */
    const undoGift = Effect.fnUntraced(function* ({ personId, assetTypeId }: Prepaid, giftId: string) {
      const { state, version } = yield* readGifts(personId)
      const gift = state.get(giftId)
      if (gift?.claim != null) return yield* undo({ personId: gift.claim.byId, assetTypeId }, gift.claim.number, giftId)
      const nowMs = yield* Clock.currentTimeMillis
      const event = yield* Effect.fromResult(returnGift(personId, gift, "undone", nowMs))
      if (event === null) return
      yield* write({ gifts: { version, event }, bookings: [returnBooking(event, yield* newTransferId)] })
    })

    const canSpend = Effect.fnUntraced(function* ({ personId, assetTypeId, amount }: Prepaid) {
      const account = personAccount("available", assetTypeId, personId)
      return ((yield* readSpendable(sql, [account])).get(account) ?? 0n) >= amount
    })

    return PrepaidPayments.of({
      giveBack: Effect.fn("PrepaidPayments.giveBack")(function* (of) {
        const found: Array<{ readonly lastMs: number; readonly undo: Effect.Effect<unknown, unknown> }> = []
        for (let number = 1; number <= RULES_MAX; number += 1) {
          const prepaid = yield* readPrepaid(of.personId, number, of.assetTypeId)
          // Numbers have no gaps.
          if (prepaid === null) break
          const { open } = prepaid
          if (open.length === 0) continue
          const lastMs = Math.min(...open.map(({ cycle }) => cycle.startMs))
          found.push({ lastMs, undo: retryOnConflict(undo(of, number, null)) })
        }
        for (const gift of (yield* readGifts(of.personId)).state.values())
          if (gift.assetTypeId === of.assetTypeId && gift.status !== "returned")
            found.push({ lastMs: gift.boughtMs, undo: retryOnConflict(undoGift(of, gift.giftId)) })
        for (const each of found.sort((one, other) => other.lastMs - one.lastMs)) {
          if (yield* canSpend(of)) return
          yield* Effect.orDie(each.undo)
        }
      }),
    })
  }),
)
