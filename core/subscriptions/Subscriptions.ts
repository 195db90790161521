import { Clock, Context, Effect, Layer } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { unitsRoundedUp } from "#contract/wallet"
import { channelReader } from "#core/channels"
import { currentCommand, dieOnConflict, EventStore, replay, retryOnConflict, Sealing } from "#core/kernel"
import { type CommandReused, type Frozen, personAccount, platformAccount } from "#core/ledger"
import {
  catchUnverifiedLimit,
  countUnverifiedDonation,
  type PaymentRefused,
  paymentAuthorizer,
  readIsOffered,
  type UnverifiedLimit,
} from "#core/wallet"
import { cancelling } from "./cancelling.ts"
import { cycleIdOf } from "./cycle/Cycle.ts"
import { closeCycle } from "./cycle/closeCycle.ts"
import { RULE_NUMBERS, RULES_MAX } from "./limits.ts"
import { Prices } from "./Prices.ts"
import { changeReading, type ReadingChange } from "./reading/changeReading.ts"
import {
  NoPrice,
  type NoReadingShare,
  type NoRefund,
  NoRule,
  type NoSeat,
  NotSubscribable,
  TooManyRules,
  UnfitRule,
} from "./refusals.ts"
import { reminding } from "./reminding.ts"
import { changeRule, type RuleChange, raisesRenewal } from "./rule/changeRule.ts"
import { startTerm } from "./rule/charge.ts"
import type { Charge } from "./rule/chargeTypes.ts"
import { removeLeavingCreator, returnCreator, withholdCreator } from "./rule/departures.ts"
import { cycleAt, Rule, type RuleOf, type RuleState, renewingFee, ruleIdOf } from "./rule/Rule.ts"
import { isRunning, renewalOfSeat, upgradeTerm } from "./rule/seatCharges.ts"
import { PremiumOffers } from "./seats/PremiumOffers.ts"
import { seatCharging } from "./seats/seatCharging.ts"
import { settling } from "./settling.ts"
import { type Booking, type SubscriptionWrite, subscriptionStore } from "./subscriptionStore.ts"
import { costOfTerm } from "./termCost.ts"

/** A rule of a person: its number among their rules. */
export type RuleRef = { readonly personId: string; readonly number: number }

/** Credentials of a payer; unused ones are empty. */
export type Credentials = { readonly code: string; readonly password: string }

/** A running cycle and its split, in minor units of its asset. */
export type CyclePreview = RuleRef & {
  readonly startMs: number
  readonly endMs: number
  readonly assetTypeId: number
  readonly units: bigint
  readonly shares: ReadonlyArray<{ readonly creatorId: string; readonly units: bigint }>
  readonly cut: bigint
  /** Premium, which is not split: what each creator gets of it. */
  readonly seats: ReadonlyArray<{ readonly creatorId: string; readonly units: bigint }>
}

export type RuleRefused = UnfitRule | NoRule | NoPrice | NoSeat | CommandReused | Frozen | PaymentRefused

/** One fee for several creators. Most commands return the log position to wait for. */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    /** Adds a rule, with the defaults for what the change omits. Nothing is charged. Returns its number. */
    add(
      personId: string,
      change: RuleChange,
    ): Effect.Effect<RuleRef & { readonly position: number }, UnfitRule | TooManyRules | CommandReused>
    /**
     * Changes a rule, all of it or nothing. The first rule of a person is added by the first change. Credentials are
     * needed if later renewals would cost more, and, with `pay`, for the term or the premium seat that is charged at once.
     */
    change(
      rule: RuleRef,
      change: RuleChange & { readonly pay?: boolean },
      credentials: Credentials,
    ): Effect.Effect<number, RuleRefused>
    /** Turns sharing by reading time on or off, and sets the parts of the running period. Moves no money by itself. */
    changeReading(rule: RuleRef, change: ReadingChange): Effect.Effect<number, NoRule | NoReadingShare | CommandReused>
    /** Ends a paid term now. The payer gets back what it cost beyond the stay so far. */
    cancelNow(rule: RuleRef): Effect.Effect<number, NoRule | NoRefund | CommandReused>
    /** Ends all paid terms of a person who leaves, and gifts that they claimed, however recent their last refund is. */
    cancelAll(personId: string): Effect.Effect<void>
    /** How the running cycle of a rule is split at its end if nothing changes; null if none runs. */
    preview(rule: RuleRef): Effect.Effect<CyclePreview | null>
    /** What premium with a channel costs for the rest of the paid term; null if none runs, or nothing prices it. */
    quoteSeat(
      rule: RuleRef,
      channelId: number,
    ): Effect.Effect<{ readonly assetTypeId: number; readonly units: bigint } | null>
    /** The creator of a channel that takes new subscribers. */
    creatorOf(channelId: number): Effect.Effect<string, NotSubscribable>
    /**
     * Renews rules that are due, notes that this failed, or ends their access. Any number of processes may call it. A rule
     * that cannot be settled is logged. Returns the last log position, 0 if nothing was due.
     */
    settleAll(rules: ReadonlyArray<RuleRef>): Effect.Effect<number>
    /** Reminds payers of renewals that their balances may not cover. Returns the last log position, 0 for none. */
    remindAll(rules: ReadonlyArray<RuleRef>): Effect.Effect<number>
    /** Removes a creator who leaves from a rule. Returns the log position, 0 if they were not in it. */
    removeCreator(rule: RuleRef, creatorId: string): Effect.Effect<number>
    /** Removes a creator whose channel operators withhold. Returns the log position, 0 if they were not in it. */
    withholdCreator(rule: RuleRef, creatorId: string): Effect.Effect<number>
    /** Puts a withheld creator back. Returns the log position, 0 if the rule has no place for them. */
    returnCreator(rule: RuleRef, creatorId: string): Effect.Effect<number>
  }
>()("core/subscriptions/Subscriptions") {
  static readonly layer = Layer.effect(
    Subscriptions,
    Effect.gen(function* () {
      const { readRule, readRules, write, appendOf, once, newTransferId, ...store } = yield* subscriptionStore
      const prices = yield* Prices
      const { authorize } = yield* paymentAuthorizer
      const readChannel = yield* channelReader
      const offers = yield* PremiumOffers
      const { renewableSeats, seatForCharge } = seatCharging(offers)
      const isOffered = yield* readIsOffered.pipe(
        Effect.provideService(EventStore, yield* EventStore),
        Effect.provideService(Sealing, yield* Sealing),
      )
      const load = ({ personId, number }: RuleRef) => readRule(ruleIdOf(personId, number))
      const ofNow = (rule: RuleRef): Effect.Effect<RuleOf> =>
        Effect.map(Clock.currentTimeMillis, (nowMs) => ({ ...rule, nowMs }))
      const priceOf = Effect.fnUntraced(function* ({
        assetTypeId,
        currencyId,
      }: Pick<RuleState["terms"], "assetTypeId" | "currencyId">) {
        return (yield* prices.priceOf(assetTypeId, currencyId)) ?? (yield* new NoPrice({}))
      })
      /** Reserves a seat. A person who has one already may keep it, which the rule decides. */
      const reserve = (personId: string, channelId: number) =>
        offers.hold(personId, channelId).pipe(
          Effect.catchIf(
            ({ reason }) => reason === "taken",
            () => Effect.succeed(0),
          ),
        )
      const cancel = cancelling({ ...store, readRule, write, newTransferId })

      const bookingOf = Effect.fnUntraced(function* (charge: Charge) {
        const [first] = [...charge.cycles, ...charge.seatCycles]
        if (first === undefined) return []
        const { personId, assetTypeId } = first
        return [
          {
            ...{ transferId: yield* newTransferId, purpose: "subscription", reference: `cycle-${cycleIdOf(first)}` },
            entries: [
              { account: personAccount("available", assetTypeId, personId), amount: -charge.units },
              { account: platformAccount("unearned", assetTypeId), amount: charge.units },
            ],
          } satisfies Booking,
        ]
      })

      /** Premium that joins cycles which were charged before. */
      const addedSeats = ({ cycles, seatCycles }: Charge) =>
        cycles.length > 0
          ? Effect.succeed([])
          : Effect.forEach(seatCycles, (event) =>
              Effect.map(store.readCycle(cycleIdOf(event)), ({ version }) => ({ version, event })),
            )

      const writeOf = Effect.fnUntraced(function* (version: number, events: Charge["events"], charge: Charge | null) {
        const begun = (charge?.cycles ?? []).map((event) => ({
          ...{ version: 0, event, seats: charge?.seatCycles.find(({ n }) => n === event.n) },
        }))
        return {
          rules: [{ version, events: [...events, ...(charge?.events ?? [])] }],
          cycles: [...begun, ...(charge === null ? [] : yield* addedSeats(charge))],
          bookings: charge === null ? [] : yield* bookingOf(charge),
        } satisfies SubscriptionWrite
      })

      const settleAll = yield* settling({
        readRule,
        readRules,
        write,
        writeOf,
        isOffered,
        renewableSeats,
        priceOf: prices.priceOf,
      })

      /** Decides a change, and what it needs to be paid or agreed to. */
      const decide = Effect.fnUntraced(function* (
        of: RuleOf,
        { pay = false, ...change }: RuleChange & { readonly pay?: boolean },
        state: RuleState,
      ) {
        if (state.personId === null && of.number > 1) return yield* new NoRule()
        const events = yield* Effect.fromResult(changeRule(of, change)(state))
        const after = replay({ ...Rule, initial: state }, events)
        const isRaise = raisesRenewal(state, after)
        const { seat } = change
        const isUpgrade = seat?.isWanted === true && !after.seats.has(seat.creatorId)
        if (!pay && !isRaise && !isUpgrade) return { events, charge: null, sale: null, payment: null }
        // Premium joins the term that runs, in its asset.
        const running = isUpgrade && isRunning(after.term, of.nowMs) ? after.term : null
        const { assetTypeId } = running ?? after.terms
        if (!(yield* isOffered(assetTypeId))) return yield* new UnfitRule({ problem: "asset" })
        const price = yield* priceOf(running ?? after.terms)
        const taken = isUpgrade ? yield* seatForCharge(of, seat, (running ?? after.terms).currencyId) : null
        const due = yield* renewableSeats(of.personId, after)
        const seats = { ...due, paid: taken === null ? due.paid : [...due.paid, taken.seat] }
        const started =
          running === null || taken === null
            ? Effect.fromResult(startTerm(of, after, price, seats))
            : Effect.succeed(upgradeTerm(of, running, taken.seat, price))
        const charge = pay || isUpgrade ? yield* started : null
        if (charge === null && !isRaise) return { events, charge, sale: null, payment: null }
        const renewal = costOfTerm(unitsRoundedUp(renewingFee(after), price), after.terms.periods)
        // Adding premium to the rest of a month agrees to its renewals, too.
        const upgraded = running === null || taken === null ? 0n : renewalOfSeat(taken.seat.pmsf, after, price)
        const amount = charge === null ? renewal : charge.units > upgraded ? charge.units : upgraded
        return { events, charge, sale: taken, payment: { fromId: of.personId, assetTypeId, amount } }
      })

      const change = Effect.fnUntraced(function* (
        rule: RuleRef,
        wanted: RuleChange & { readonly pay?: boolean },
        credentials: Credentials,
      ) {
        const { commandId } = yield* currentCommand
        const request = [rule, requestOf(wanted)]
        // A code is valid once, so a retry after a conflict must not verify again.
        let approved: { readonly amount: bigint; readonly limit: UnverifiedLimit | null } | null = null
        const attempt = Effect.gen(function* () {
          const { state, version } = yield* load(rule)
          const of = yield* ofNow(rule)
          const { events, charge, sale, payment } = yield* decide(of, wanted, state)
          if (payment !== null && (approved === null || payment.amount > approved.amount))
            approved = { amount: payment.amount, limit: yield* authorize({ ...payment, ...credentials }) }
          const { limit = null } = approved ?? {}
          const counted =
            payment === null || limit === null
              ? {}
              : { ledgerCall: countUnverifiedDonation(commandId, { ...payment, nowMs: of.nowMs }, limit.max) }
          const charged = { ...(yield* writeOf(version, events, charge)), ...counted, request }
          const writing =
            sale === null
              ? write(charged)
              : Effect.flatMap(appendOf(charged), (append) =>
                  offers.sell(sale.seat.channelId, { append, take: sale.take }),
                )
          return yield* limit === null ? writing : catchUnverifiedLimit(writing, limit.beyond)
        })
        const { seat } = wanted
        const charging = dieOnConflict(retryOnConflict(attempt))
        // The seat is reserved first: it stays reserved while the payer looks for a code or for coins.
        const reserved =
          seat?.isWanted !== true ? charging : Effect.andThen(reserve(rule.personId, seat.channelId), charging)
        return (yield* once(request, reserved)).position
      })

      /** Writes what becomes of a rule when a creator goes or returns. */
      const writeDeparture = (decide: typeof removeLeavingCreator) => (rule: RuleRef, creatorId: string) => {
        const attempt = Effect.gen(function* () {
          const { state, version } = yield* load(rule)
          const events = yield* Effect.fromResult(decide(yield* ofNow(rule), creatorId)(state))
          return (yield* write({ rules: [{ version, events }] })).position
        })
        return Effect.orDie(retryOnConflict(attempt))
      }

      return Subscriptions.of({
        add: Effect.fn("Subscriptions.add")(function* (personId, wanted) {
          const request = ["add", personId, requestOf(wanted)]
          const attempt = Effect.gen(function* () {
            for (let number = 1; number <= RULES_MAX; number += 1) {
              const of = yield* ofNow({ personId, number })
              const { state, version } = yield* load(of)
              if (state.personId !== null) continue
              const events = yield* Effect.fromResult(changeRule(of, wanted)(state))
              return yield* write({ rules: [{ version, events }], request, answer: { number } })
            }
            return yield* new TooManyRules()
          })
          const adding = dieOnConflict(retryOnConflict(attempt)).pipe(
            Effect.catchTags({ NotEnough: Effect.die, Frozen: Effect.die }),
          )
          const { position, answer } = yield* once(request, adding)
          return { personId, number: (answer as { readonly number: number }).number, position }
        }),

        change: Effect.fn("Subscriptions.change")(change),

        changeReading: Effect.fn("Subscriptions.changeReading")(function* (rule, wanted) {
          const request = ["reading", rule, wanted.isOn ?? null, [...(wanted.parts ?? [])]]
          const attempt = Effect.gen(function* () {
            const { state, version } = yield* load(rule)
            const events = yield* Effect.fromResult(changeReading(yield* ofNow(rule), wanted)(state))
            return yield* write({ rules: [{ version, events }], request })
          })
          const changing = dieOnConflict(retryOnConflict(attempt)).pipe(
            Effect.catchTags({ NotEnough: Effect.die, Frozen: Effect.die }),
          )
          return (yield* once(request, changing)).position
        }),

        cancelNow: Effect.fn("Subscriptions.cancelNow")(function* (rule) {
          const request = ["cancelNow", rule]
          return (yield* once(
            request,
            Effect.flatMap(ofNow(rule), (of) => cancel(of, { request })),
          )).position
        }),

        cancelAll: Effect.fn("Subscriptions.cancelAll")(function* (personId) {
          for (const number of RULE_NUMBERS) {
            const rule = { personId, number }
            const { state } = yield* load(rule)
            if (state.personId === null) continue
            const of = yield* ofNow(rule)
            yield* Effect.ignore(cancel(of, { isFree: true }))
            yield* Effect.orDie(change(rule, { intent: "cancelled" }, { code: "", password: "" }))
          }
        }),

        preview: Effect.fn("Subscriptions.preview")(function* (rule) {
          const { state } = yield* load(rule)
          const { nowMs } = yield* ofNow(rule)
          const running = cycleAt(state.term, nowMs)
          if (running === null) return null
          const { state: cycle } = yield* store.readCycle(cycleIdOf({ ...rule, n: running.n }))
          if (cycle === null) return null
          const { startMs, endMs, assetTypeId, units } = cycle
          const closed = closeCycle(cycle, state, { endMs, units, closedIds: new Set(), paydayId: "", nowMs })
          const shares = closed.shares.map((share) => ({ creatorId: share.creatorId, units: BigInt(share.units) }))
          const seats = (closed.seats ?? []).map((seat) => ({ creatorId: seat.creatorId, units: BigInt(seat.units) }))
          const cut = (closed.seats ?? []).reduce((sum, seat) => sum + BigInt(seat.cut), BigInt(closed.cut))
          const paid = cycle.seats.reduce((sum, seat) => sum + seat.units, units)
          return { ...rule, startMs, endMs, assetTypeId, units: paid, shares, seats, cut }
        }),

        quoteSeat: Effect.fn("Subscriptions.quoteSeat")(function* (rule, channelId) {
          const [{ state }, seats] = [yield* load(rule), yield* offers.seatsOf(channelId)]
          const of = yield* ofNow(rule)
          const { term } = state
          if (!isRunning(term, of.nowMs) || seats.state.creatorId === null) return null
          const price = yield* prices.priceOf(term.assetTypeId, term.currencyId)
          if (price === null) return null
          const { creatorId, pmsf } = seats.state
          const { units } = upgradeTerm(of, term, { channelId, creatorId, pmsf }, price)
          return { assetTypeId: term.assetTypeId, units }
        }),

        creatorOf: Effect.fn("Subscriptions.creatorOf")(function* (channelId) {
          const { personId, statusId, isWithheld } = yield* readChannel(String(channelId))
          const isOpen = statusId === CHANNEL_STATUS.active && !isWithheld
          return personId !== null && isOpen ? personId : yield* new NotSubscribable({})
        }),

        settleAll,
        remindAll: yield* reminding({ readRules, write, priceOf: prices.priceOf }),

        removeCreator: Effect.fn("Subscriptions.removeCreator")(writeDeparture(removeLeavingCreator)),
        withholdCreator: Effect.fn("Subscriptions.withholdCreator")(writeDeparture(withholdCreator)),
        returnCreator: Effect.fn("Subscriptions.returnCreator")(writeDeparture(returnCreator)),
      })
    }),
  )
}

/** A change as it is compared with a repeat of its command. */
const requestOf = (change: RuleChange) => ({ ...change, weights: [...(change.weights ?? [])] })
