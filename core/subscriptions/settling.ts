import { Clock, Effect } from "effect"
import { retryOnConflict, Sql } from "#core/kernel"
import { personAccount, readSpendable } from "#core/ledger"
import { RENEWAL_EVENTS_MAX, RENEWALS_PER_APPEND_MAX } from "./limits.ts"
import type { Prices } from "./Prices.ts"
import { type Due, dueNow, missRenewal } from "./rule/charge.ts"
import type { Charge, SeatsDue } from "./rule/chargeTypes.ts"
import { endOf, type RuleOf, type RuleState, ruleIdOf } from "./rule/Rule.ts"
import type { SeatsState } from "./seats/PremiumSeats.ts"
import type { SubscriptionWrite, subscriptionStore } from "./subscriptionStore.ts"

type Store = Effect.Success<typeof subscriptionStore>
type RuleRef = { readonly personId: string; readonly number: number }
type Needs = Pick<Store, "readRule" | "readRules" | "write"> & {
  readonly priceOf: (typeof Prices)["Service"]["priceOf"]
  /** Premium seats that the next charge pays for. */
  readonly renewableSeats: (
    personId: string,
    state: RuleState,
    known?: Map<number, SeatsState>,
  ) => Effect.Effect<SeatsDue>
  readonly isOffered: (assetTypeId: number) => Effect.Effect<boolean>
  readonly writeOf: (version: number, events: Charge["events"], charge: Charge | null) => Effect.Effect<RuleWrite>
}
/** The write of one rule. */
type RuleWrite = Required<Pick<SubscriptionWrite, "rules" | "cycles" | "bookings">>
type Renewal = { readonly due: RuleRef; readonly charge: Charge; readonly version: number }

/** Renews rules that are due, notes that this failed, or ends their access: one by one, or many in one append. */
export const settling = Effect.fnUntraced(function* ({
  readRule,
  readRules,
  write,
  priceOf,
  isOffered,
  renewableSeats,
  writeOf,
}: Needs) {
  const { client: sql } = yield* Sql

  const marketOf = Effect.fnUntraced(function* ({ assetTypeId, currencyId }: RuleState["terms"]) {
    return { price: yield* priceOf(assetTypeId, currencyId), isOffered: yield* isOffered(assetTypeId) }
  })

  const decide = Effect.fnUntraced(function* (of: RuleOf, state: RuleState, seats?: SeatsDue) {
    const market = yield* marketOf(state.terms)
    return dueNow(of, state, market.price, market.isOffered, seats)
  })

  /** The market of each asset and currency that rules pay in, read once for all of them. */
  const marketsOf = Effect.fnUntraced(function* (all: ReadonlyArray<RuleState["terms"]>) {
    const byKey = new Map(all.map((terms) => [marketKey(terms), terms]))
    const read = yield* Effect.forEach([...byKey], ([key, terms]) =>
      Effect.map(marketOf(terms), (market) => [key, market] as const),
    )
    return new Map(read)
  })

  const attempt = Effect.fnUntraced(function* (rule: RuleRef) {
    const { state, version } = yield* readRule(ruleIdOf(rule.personId, rule.number))
    const of = { ...rule, nowMs: yield* Clock.currentTimeMillis }
    const seats = yield* renewableSeats(rule.personId, state)
    const due = yield* decide(of, state, seats)
    const note = (decided: Due) =>
      write({ rules: [{ version, events: decided._tag === "Events" ? decided.events : [] }] })
    if (due._tag !== "Charge") return yield* note(due)
    const charge = Effect.fnUntraced(function* (decided: Due) {
      return yield* decided._tag === "Charge" ? write(yield* writeOf(version, [], decided.charge)) : note(decided)
    })
    // The fee comes first: without enough for premium, too, level 3 falls to 2.
    const withoutSeats = Effect.flatMap(decide(of, state, { ...seats, paid: [] }), charge)
    const isPremium = seats.paid.length > 0
    return yield* (isPremium ? Effect.catchTag(charge(due), "NotEnough", () => withoutSeats) : charge(due)).pipe(
      Effect.catchTag("NotEnough", () => note(missRenewal(of, state, "balance"))),
      Effect.catchTag("Frozen", () => note(missRenewal(of, state, "frozen"))),
    )
  })

  /** Returns the log position, 0 if nothing was due. */
  const settle = (rule: RuleRef) => Effect.map(Effect.orDie(retryOnConflict(attempt(rule))), ({ position }) => position)

  const settleEach = (rules: ReadonlyArray<RuleRef>) =>
    Effect.map(
      Effect.forEach(rules, (rule) =>
        settle(rule).pipe(
          Effect.catchCause((cause) =>
            Effect.as(Effect.logError("subscription not settled", { number: rule.number }, cause), 0),
          ),
        ),
      ),
      (positions) => Math.max(0, ...positions),
    )

  /** Charges renewals in one append. If one of them fails, for example because a payer has just spent, each alone. */
  const chargeTogether = Effect.fnUntraced(function* (renewals: ReadonlyArray<Renewal>) {
    const writes = yield* Effect.forEach(renewals, ({ version, charge }) => writeOf(version, [], charge))
    const together = {
      rules: writes.flatMap(({ rules }) => rules),
      cycles: writes.flatMap(({ cycles }) => cycles),
      bookings: writes.flatMap(({ bookings }) => bookings),
    }
    return yield* write(together).pipe(
      Effect.map(({ position }) => position),
      Effect.catch(() => settleEach(renewals.map(({ due }) => due))),
    )
  })

  /** Those renewals that the payers' balances cover, in the given order. */
  const covered = Effect.fnUntraced(function* (renewals: ReadonlyArray<Renewal>) {
    const accountOf = ({ due, charge }: Renewal) =>
      personAccount("available", charge.cycles[0]?.assetTypeId ?? 0, due.personId)
    const left = new Map(yield* readSpendable(sql, [...new Set(renewals.map(accountOf))]))
    return renewals.filter((renewal) => {
      const free = (left.get(accountOf(renewal)) ?? 0n) - renewal.charge.units
      if (free >= 0n) left.set(accountOf(renewal), free)
      return free >= 0n
    })
  })

  /** Settles many rules. Failures of single rules are logged. Returns the last log position, 0 if nothing was due. */
  const settleAll = Effect.fn("Subscriptions.settleAll")(function* (rules: ReadonlyArray<RuleRef>) {
    const nowMs = yield* Clock.currentTimeMillis
    const loaded = yield* readRules(rules.map(({ personId, number }) => ruleIdOf(personId, number)))
    const markets = yield* marketsOf(loaded.map(({ state }) => state.terms))
    const renewals: Array<Renewal> = []
    const others: Array<RuleRef> = []
    const seatsOfChannels = new Map<number, SeatsState>()
    for (const [index, rule] of rules.entries()) {
      const found = loaded[index]
      const market = found && markets.get(marketKey(found.state.terms))
      if (found === undefined || market === undefined) continue
      const { state, version } = found
      const isDue = state.term !== null && endOf(state.term) <= nowMs
      const seats = isDue ? yield* renewableSeats(rule.personId, state, seatsOfChannels) : undefined
      const due = dueNow({ ...rule, nowMs }, state, market.price, market.isOffered, seats)
      if (due._tag === "Charge") renewals.push({ due: rule, charge: due.charge, version })
      else if (due._tag === "Events") others.push(rule)
    }
    const payable = yield* covered(renewals)
    const charged = yield* Effect.forEach(batchesOf(payable), chargeTogether)
    const unpaid = renewals.filter((renewal) => !payable.includes(renewal)).map(({ due }) => due)
    return Math.max(...charged, yield* settleEach([...others, ...unpaid]))
  })

  return settleAll
})

const marketKey = ({ assetTypeId, currencyId }: RuleState["terms"]): string => `${assetTypeId}.${currencyId}`

/** Groups renewals within the limits of one append. */
const batchesOf = (renewals: ReadonlyArray<Renewal>): ReadonlyArray<ReadonlyArray<Renewal>> => {
  const batches: Array<Array<Renewal>> = []
  let events = 0
  for (const renewal of renewals) {
    const batch = batches.at(-1)
    const more = eventsOf(renewal)
    const fits = batch !== undefined && batch.length < RENEWALS_PER_APPEND_MAX && events + more <= RENEWAL_EVENTS_MAX
    if (fits) batch.push(renewal)
    else batches.push([renewal])
    events = fits ? events + more : more
  }
  return batches
}

/** Events of a renewal: those of the rule, with the seats that it gives back, of its cycles, and the transfer. */
const eventsOf = ({ charge: { events, cycles, seatCycles } }: Renewal): number =>
  events.reduce(
    (sum, event) => sum + 1 + (event._tag === "subscriptions.SeatsLost.v1" ? event.seats.length : 0),
    cycles.length + seatCycles.length + 1,
  )
