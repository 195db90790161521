import { Clock, Effect } from "effect"
import { retryOnConflict, Sql } from "#core/kernel"
import { personAccount, readSpendable } from "#core/ledger"
import { RENEWALS_PER_APPEND_MAX } from "./limits.ts"
import type { Prices } from "./Prices.ts"
import { type Due, dueNow, missRenewal } from "./rule/charge.ts"
import type { Charge, SeatsDue } from "./rule/chargeTypes.ts"
import { type RuleOf, type RuleState, ruleIdOf } from "./rule/Rule.ts"
import type { SubscriptionWrite, subscriptionStore } from "./subscriptionStore.ts"

type Store = Effect.Success<typeof subscriptionStore>
type RuleRef = { readonly personId: string; readonly number: number }
type Needs = Pick<Store, "readRule" | "readRules" | "write"> & {
  readonly priceOf: (typeof Prices)["Service"]["priceOf"]
  /** Premium seats that the next charge pays for. */
  readonly renewableSeats: (personId: string, state: RuleState) => Effect.Effect<SeatsDue>
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

  const decide = Effect.fnUntraced(function* (of: RuleOf, state: RuleState, seats?: SeatsDue) {
    const { assetTypeId, currencyId } = state.terms
    return dueNow(of, state, yield* priceOf(assetTypeId, currencyId), yield* isOffered(assetTypeId), seats)
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
    const renewals: Array<Renewal> = []
    const others: Array<RuleRef> = []
    for (const [index, rule] of rules.entries()) {
      const { state, version } = loaded[index] ?? { state: null, version: 0 }
      // Premium may have to be given up, so it is charged alone.
      const isAlone = state !== null && state.seats.size > 0
      if (isAlone) others.push(rule)
      const due: Due = state === null || isAlone ? { _tag: "Nothing" } : yield* decide({ ...rule, nowMs }, state)
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

/** Groups renewals within the limits of one append. */
const batchesOf = (renewals: ReadonlyArray<Renewal>): ReadonlyArray<ReadonlyArray<Renewal>> => {
  const batches: Array<Array<Renewal>> = []
  for (const renewal of renewals) {
    const batch = batches.at(-1)
    if (batch === undefined || batch.length >= RENEWALS_PER_APPEND_MAX) batches.push([renewal])
    else batch.push(renewal)
  }
  return batches
}
