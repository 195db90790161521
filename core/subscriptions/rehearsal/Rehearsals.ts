import { Clock, Context, Effect, Layer } from "effect"
import { EventStore, Sealing, Sql } from "#core/kernel"
import { personAccount, readSpendable } from "#core/ledger"
import { readIsOffered } from "#core/wallet"
import { startOf } from "../calendar.ts"
import { type CycleState, cycleIdOf } from "../cycle/Cycle.ts"
import { RULES_MAX, TERM_PERIODS } from "../limits.ts"
import { Prices } from "../Prices.ts"
import { type RuleState, ruleIdOf } from "../rule/Rule.ts"
import { PremiumOffers } from "../seats/PremiumOffers.ts"
import type { SeatsState } from "../seats/PremiumSeats.ts"
import { seatCharging } from "../seats/seatCharging.ts"
import { subscriptionStore } from "../subscriptionStore.ts"
import { type Rehearsal, type RehearsedRule, rehearse } from "./rehearse.ts"

/** How far a rehearsal looks ahead. */
const REHEARSAL_MONTHS = 12
/** The last cycles of a rule that may be open: those of its term, and of one before it that no payday has closed yet. */
const OPEN_CYCLES_MAX = 2 * Math.max(...TERM_PERIODS)

type RuleRef = { readonly personId: string; readonly number: number }

/** What a month brings a creator if every renewal is paid, in one asset. */
type RehearsedIncome = {
  readonly fromMs: number
  readonly assetTypeId: number
  /** With what others pass on to the creator, and without what the creator passes on. */
  readonly units: bigint
  readonly passedOn: bigint
  readonly received: bigint
  /** Paid periods and premium seats of their own supporters. */
  readonly cycles: number
  readonly seats: number
}

/** The next twelve months of subscriptions if nobody changes anything and rates stay. Reads only. */
export class Rehearsals extends Context.Service<
  Rehearsals,
  {
    /** The charges and shares of all rules of a person, in order, as the balance of now covers them. */
    ofPayer(personId: string): Effect.Effect<Rehearsal>
    /**
     * What given rules bring a creator, by month and asset. Balances of payers are not looked at: a creator must not learn
     * them. So every renewal counts as paid.
     * @param fromIds creators who pass on to this one
     */
    ofCreator(
      creatorId: string,
      rules: ReadonlyArray<RuleRef>,
      fromIds: ReadonlyArray<string>,
    ): Effect.Effect<ReadonlyArray<RehearsedIncome>>
  }
>()("core/subscriptions/Rehearsals") {
  static readonly layer = Layer.effect(
    Rehearsals,
    Effect.gen(function* () {
      const { readRules, readCycles, readForwards } = yield* subscriptionStore
      const prices = yield* Prices
      const { renewableSeats } = seatCharging(yield* PremiumOffers)
      const { client: sql } = yield* Sql
      const isOffered = yield* readIsOffered.pipe(
        Effect.provideService(EventStore, yield* EventStore),
        Effect.provideService(Sealing, yield* Sealing),
      )

      const readAll = Effect.fnUntraced(function* (refs: ReadonlyArray<RuleRef>) {
        const states = yield* readRules(refs.map(({ personId, number }) => ruleIdOf(personId, number)))
        const found = refs.flatMap((ref, index) => {
          const { state } = states[index] ?? { state: null }
          return state === null || state.personId === null ? [] : [{ ref, state }]
        })
        const ids = found.flatMap(({ ref, state }) => lastCycles(ref, state))
        const cycles = new Map<string, Array<NonNullable<CycleState>>>()
        for (const { state: cycle } of yield* readCycles(ids)) {
          if (cycle?.isOpen !== true) continue
          const key = ruleIdOf(cycle.personId, cycle.number)
          cycles.set(key, [...(cycles.get(key) ?? []), cycle])
        }
        const markets = new Map<string, Pick<RehearsedRule, "price" | "isOffered">>()
        const known = new Map<number, SeatsState>()
        const rules: Array<RehearsedRule> = []
        for (const { ref, state } of found) {
          const { assetTypeId, currencyId } = state.terms
          const key = `${assetTypeId}.${currencyId}`
          const market = markets.get(key) ?? {
            price: yield* prices.priceOf(assetTypeId, currencyId),
            isOffered: yield* isOffered(assetTypeId),
          }
          markets.set(key, market)
          const seats = (yield* renewableSeats(ref.personId, state, known)).paid
          rules.push({ ...ref, ...market, state, seats, open: cycles.get(ruleIdOf(ref.personId, ref.number)) ?? [] })
        }
        return rules
      })
      const span = Effect.map(Clock.currentTimeMillis, (nowMs) => ({
        nowMs,
        untilMs: startOf(nowMs, REHEARSAL_MONTHS),
      }))

      return Rehearsals.of({
        ofPayer: Effect.fn("Rehearsals.ofPayer")(function* (personId) {
          const refs = Array.from({ length: RULES_MAX }, (_, index) => ({ personId, number: index + 1 }))
          const rules = yield* readAll(refs)
          const assets = [...new Set(rules.map(({ state }) => state.terms.assetTypeId))]
          const accountOf = (asset: number) => personAccount("available", asset, personId)
          const spendable = yield* readSpendable(sql, assets.map(accountOf))
          const available = new Map(assets.map((asset) => [asset, spendable.get(accountOf(asset)) ?? 0n]))
          return rehearse(rules, available, yield* span)
        }),

        ofCreator: Effect.fn("Rehearsals.ofCreator")(function* (creatorId, refs, fromIds) {
          const forwards = yield* readForwards([...new Set([creatorId, ...fromIds])])
          const time = yield* span
          const months = Array.from({ length: REHEARSAL_MONTHS }, (_, n) => startOf(time.nowMs, n))
          const incomes = new Map<string, RehearsedIncome>()
          for (const rule of yield* readAll(refs))
            for (const share of rehearse([rule], null, time, forwards).shares) {
              const isOwn = share.creatorId === creatorId
              const sumOf = (parts: typeof share.forwarded) => parts.reduce((sum, { units }) => sum + units, 0n)
              const passedOn = isOwn ? sumOf(share.forwarded) : 0n
              const received = sumOf(share.forwarded.filter(({ toId }) => toId === creatorId))
              if (!isOwn && received === 0n) continue
              const fromMs = months.findLast((month) => month <= share.atMs) ?? time.nowMs
              const { assetTypeId } = share
              const key = `${fromMs}.${assetTypeId}`
              const before = incomes.get(key) ?? { fromMs, assetTypeId, ...NO_INCOME }
              incomes.set(key, {
                ...before,
                units: before.units + (isOwn ? share.units - passedOn : received),
                ...{ passedOn: before.passedOn + passedOn, received: before.received + received },
                cycles: before.cycles + (isOwn && !share.isPremium ? 1 : 0),
                seats: before.seats + (isOwn && share.isPremium ? 1 : 0),
              })
            }
          return [...incomes.values()].sort(
            (one, other) => one.fromMs - other.fromMs || one.assetTypeId - other.assetTypeId,
          )
        }),
      })
    }),
  )
}

const NO_INCOME = { units: 0n, passedOn: 0n, received: 0n, cycles: 0, seats: 0 } as const

const lastCycles = (ref: RuleRef, { lastCycle }: RuleState): ReadonlyArray<string> => {
  const first = Math.max(1, lastCycle - OPEN_CYCLES_MAX + 1)
  return Array.from({ length: lastCycle - first + 1 }, (_, index) => cycleIdOf({ ...ref, n: first + index }))
}
