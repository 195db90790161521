import type { SqlClient } from "#core/kernel"
import {
  type CycleEvent,
  CycleEvents,
  ForwardEvents,
  GiftEvents,
  type PremiumSeatEvent,
  PremiumSeatEvents,
  type RuleEvent,
  RuleEvents,
} from "#core/subscriptions"
import { auditRule, isSupporterOpen, openUnits } from "../../../core/subscriptions/testing/auditor.ts"
import { auditForwarded } from "../../../core/subscriptions/testing/forwardAuditor.ts"
import { auditGifts, openGiftUnits } from "../../../core/subscriptions/testing/giftAuditor.ts"
import { auditPremium, auditSeats, isPremiumOpen } from "../../../core/subscriptions/testing/premiumAuditor.ts"
import type { BookedTransfer, Books } from "../Books.ts"
import type { Answer, OperationRequest } from "../Operation.ts"
import { ASSETS } from "../Stage.ts"
import type { ReadRules } from "./drawSubscription.ts"

type Closed = Extract<CycleEvent, { readonly _tag: "subscriptions.CycleClosed.v1" }>
type GiftEvent = ReturnType<typeof GiftEvents.decodeOpen>
type RuleLog = Array<RuleEvent | CycleEvent>
type Row = { readonly position: number; readonly type: string; readonly data: never }

/**
 * Refusals of commands on rules. Those that follow from a rule are tested in memory (core/subscriptions); those that follow
 * from the books are checked there.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  ...["UnfitRule", "NoSeat", "NoRefund", "NoRule", "TooManyRules", "NoGift", "NoForward", "NoReadingShare"],
  ...["NotEnough", "Frozen"],
])

/** What the log says of rules, cycles and premium seats, held beside the money and the answers. */
export class SubscriptionWitness {
  readonly #sql: SqlClient
  readonly #books: Books
  readonly #rules = new Map<string, RuleLog>()
  readonly #seats: Array<PremiumSeatEvent> = []
  readonly #gifts: Array<GiftEvent> = []
  readonly #open = new Map<string, { readonly personId: string; readonly number: number; readonly n: number }>()
  /** Units by the cycle or the payday that they are booked for, and account. */
  readonly #booked = new Map<string, bigint>()
  readonly #commands = new Map<string, { readonly payload: string; readonly position: number }>()
  readonly #forwardProblems: Array<string> = []
  /** Cycles with parts by reading time. */
  readonly #read = new Set<string>()
  #changed = new Set<string>()
  #position = 0
  readonly #counts = {
    charges: 0,
    renewals_missed: 0,
    periods_skipped: 0,
    cycles_paid_out: 0,
    refunds: 0,
    terms_undone: 0,
    gifts_bought: 0,
    gifts_claimed: 0,
    gifts_returned: 0,
    forwards_set: 0,
    forwarded: 0,
    reading_parts_set: 0,
    cycles_shared_by_reading: 0,
    double_charges: 0,
  }

  constructor(sql: SqlClient, books: Books) {
    this.#sql = sql
    this.#books = books
  }

  /** What happened, for the report. */
  figures(): Readonly<Record<string, number>> {
    return { ...this.#counts }
  }

  /** Cycles that were charged and not closed. */
  get cycles() {
    return [...this.#open.values()]
  }

  /** Gifts that nobody has claimed, and that have not gone back. */
  get gifts(): ReadonlyArray<{ readonly payerId: string; readonly giftId: string }> {
    const ended = new Set(
      this.#gifts.flatMap(({ _tag, giftId }) => (_tag === "subscriptions.GiftBought.v1" ? [] : [giftId])),
    )
    return this.#gifts.flatMap(({ _tag, giftId, personId }) =>
      _tag === "subscriptions.GiftBought.v1" && !ended.has(giftId) ? [{ payerId: personId, giftId }] : [],
    )
  }

  /** The rules of people with a running cycle and several creators. */
  readonly rulesRead = (nowMs: number): ReadRules =>
    [...this.#rules.values()].flatMap((log) => {
      const found = readingNow(log, nowMs)
      return found === null ? [] : [found]
    })

  /** Reads what was recorded since the last call. Returns the transfers, in the order of the log. */
  async newBookings(): Promise<ReadonlyArray<BookedTransfer>> {
    const rows = await this.#sql<Array<Row>>`
      select position, type, data from es.event where position > ${this.#position}
        and (type like 'subscriptions.%' or type = 'ledger.Transferred.v1'
          and data->>'purpose' in ('subscription', 'payout', 'refund')) order by position`
    this.#position = rows.at(-1)?.position ?? this.#position
    return rows.flatMap((row) => {
      if (row.type === "ledger.Transferred.v1") return [this.#transfer(row)]
      this.#record(row)
      return []
    })
  }

  #transfer({ position, data }: Row): BookedTransfer {
    const { purpose, reference, entries } = data as {
      readonly purpose: BookedTransfer["purpose"]
      readonly reference: string
      readonly entries: ReadonlyArray<{ readonly account: string; readonly amount: string }>
    }
    if (purpose === "subscription") this.#counts.charges += 1
    if (purpose === "refund") this.#counts.refunds += 1
    const booked = entries.map(({ account, amount }) => ({ account, amount: BigInt(amount) }))
    for (const { account, amount } of booked) {
      const key = `${purpose} ${reference} ${account}`
      this.#booked.set(key, (this.#booked.get(key) ?? 0n) + amount)
    }
    return { position, purpose, reference, entries: booked }
  }

  #record({ type, data }: Row): void {
    if (/^subscriptions\.(Offer|SeatHeld|SeatTaken|SeatReleased|SeatOffered|Waiting)/.test(type)) {
      this.#seats.push(PremiumSeatEvents.decodeSync(type, data))
      return
    }
    if (/^subscriptions\.(Incoming)?Forward/.test(type)) {
      const event = ForwardEvents.decodeSync(type, data)
      if (event._tag === "subscriptions.ForwardSet.v1") this.#counts.forwards_set += 1
      return
    }
    if (type.startsWith("subscriptions.Gift")) {
      const event = GiftEvents.decodeOpen(type, data)
      this.#gifts.push(event)
      if (event._tag === "subscriptions.GiftBought.v1") this.#counts.gifts_bought += 1
      else if (event._tag === "subscriptions.GiftClaimed.v1") this.#counts.gifts_claimed += 1
      else this.#counts.gifts_returned += 1
      return
    }
    const isCycle = /^subscriptions\.(Cycle|SeatsCharged)/.test(type)
    const event = isCycle ? CycleEvents.decodeSync(type, data) : RuleEvents.decodeSync(type, data)
    const { personId, number } = event
    const rule = `${personId}.${number}`
    this.#changed.add(rule)
    this.#rules.set(rule, [...(this.#rules.get(rule) ?? []), event])
    if (event._tag === "subscriptions.RenewalMissed.v1") this.#counts.renewals_missed += 1
    if (event._tag === "subscriptions.TermBegun.v1") this.#counts.periods_skipped += event.skipped
    if (event._tag === "subscriptions.RuleLapsed.v1" && event.reason === "undone") this.#counts.terms_undone += 1
    if (event._tag === "subscriptions.ReadingPartsSet.v1") {
      this.#counts.reading_parts_set += 1
      this.#read.add(`${rule}.${event.cycle}`)
    }
    if (event._tag === "subscriptions.ReadingShareSet.v1" && !event.isOn) this.#read.delete(`${rule}.${event.cycle}`)
    if (event._tag === "subscriptions.CycleCharged.v1")
      this.#open.set(`${rule}.${event.n}`, { personId, number, n: event.n })
    if (event._tag !== "subscriptions.CycleClosed.v1") return
    this.#open.delete(`${rule}.${event.n}`)
    if (event.paydayId !== null) this.#counts.cycles_paid_out += 1
    if (this.#read.has(`${rule}.${event.n}`)) this.#counts.cycles_shared_by_reading += 1
    this.#forwardProblems.push(...auditForwarded(event).map((problem) => `rule ${rule}: ${problem}`))
    for (const { forwarded = [] } of [...event.shares, ...(event.seats ?? [])])
      this.#counts.forwarded += forwarded.length
  }

  /** Problems of the answers to commands on rules: a repeated id must get the first answer, or be refused. */
  answered(
    settled: ReadonlyArray<{ readonly requested: OperationRequest; readonly answer: Answer }>,
  ): ReadonlyArray<string> {
    // Of two equal commands at once, one may be refused before the other one is executed.
    const before = new Set(this.#commands.keys())
    for (const { requested: sent, answer } of settled)
      if (answer.tag === "Done" && !this.#commands.has(sent.commandId))
        this.#commands.set(sent.commandId, {
          payload: JSON.stringify(sent.operation),
          position: answer.position ?? 0,
        })
    return settled.flatMap(({ requested: { commandId, operation }, answer: { tag, position } }) => {
      const first = this.#commands.get(commandId)
      const isSame = first?.payload === JSON.stringify(operation)
      if (tag === "CommandReused") return first === undefined || isSame ? [`${commandId} was not used before`] : []
      if (tag !== "Done") {
        if (isSame && before.has(commandId)) return [`${commandId} was done before, and answered ${tag}`]
        return REFUSALS.has(tag) ? [] : [`${operation.kind} was answered ${tag}`]
      }
      return isSame && first.position === (position ?? 0)
        ? []
        : [`${commandId} was answered ${position}, was ${first?.position} before`]
    })
  }

  /** Returns differences between rules, cycles, money and books; empty if there are none. */
  check(): ReadonlyArray<string> {
    const changed = [...this.#changed].map((rule) => ({ rule, log: this.#rules.get(rule) ?? [] }))
    this.#changed = new Set()
    const rules = changed.flatMap(({ rule, log }) =>
      [...auditRule(log), ...auditPremium(log)].map((problem) => `rule ${rule}: ${problem}`),
    )
    this.#counts.double_charges += rules.filter((problem) => /charged [2-9]|overlap|paid twice/.test(problem)).length
    const cycles = [...this.#rules.values()].flatMap((log) =>
      log.flatMap((event) => (event._tag === "subscriptions.CycleCharged.v1" ? [event] : [])),
    )
    return [
      ...rules,
      ...this.#forwardProblems,
      ...auditSeats(this.#seats),
      ...auditGifts(this.#gifts, cycles),
      ...this.#openDifferences(),
      ...this.#bookedDifferences(),
    ]
  }

  /** The level that the events alone give a person with a creator. */
  levelOf(person: string, creatorId: string, nowMs: number): number {
    const logs = [...this.#rules].flatMap(([rule, log]) => (rule.startsWith(`${person}.`) ? [log] : []))
    if (logs.some((log) => isPremiumOpen(log, creatorId, nowMs))) return 3
    return logs.some((log) => isSupporterOpen(log, creatorId, nowMs)) ? 2 : 0
  }

  /** `unearned` is what was charged, and neither shared, cut nor returned, and gifts that nobody has claimed. */
  #openDifferences(): ReadonlyArray<string> {
    return ASSETS.flatMap((asset) => {
      const gifts = openGiftUnits(this.#gifts, asset)
      const open = [...this.#rules.values()].reduce((sum, log) => sum + openUnits(ofAsset(log, asset)), gifts)
      const booked = this.#books.posted.get(`unearned:${asset}:`) ?? 0n
      return open === booked ? [] : [`asset ${asset}: ${open} are open, ${booked} are unearned`]
    })
  }

  /** Each account got and gave exactly what the cycles say, by cycle and by payday. */
  #bookedDifferences(): ReadonlyArray<string> {
    const right = new Map<string, bigint>()
    const add = (key: string, units: bigint) => right.set(key, (right.get(key) ?? 0n) + units)
    for (const gift of this.#gifts) {
      if (gift._tag === "subscriptions.GiftClaimed.v1") continue
      const account = `available:${gift.assetTypeId}:${gift.personId}`
      if (gift._tag === "subscriptions.GiftBought.v1") add(`charged ${account}`, -BigInt(gift.units))
      else {
        add(`refund gift-${gift.giftId} ${account}`, BigInt(gift.units))
        add(`refund gift-${gift.giftId} unearned:${gift.assetTypeId}:`, -BigInt(gift.units))
      }
    }
    for (const [rule, log] of this.#rules)
      for (const event of log) {
        if (!("n" in event)) continue
        // Its payer was charged when they bought the gift.
        if (event._tag === "subscriptions.CycleCharged.v1" && event.gift !== undefined) continue
        const { personId, assetTypeId } = event
        const [own, unearned] = [`available:${assetTypeId}:${personId}`, `unearned:${assetTypeId}:`]
        if (event._tag !== "subscriptions.CycleClosed.v1") {
          const units =
            event._tag === "subscriptions.CycleCharged.v1"
              ? BigInt(event.units)
              : event.seats.reduce((sum, seat) => sum + BigInt(seat.units), 0n)
          add(`charged ${own}`, -units)
          continue
        }
        const returned = returnedOf(event)
        if (returned > 0n) {
          const { gift } = event
          const reference = gift === undefined ? `cycle-${rule}.${event.n}` : `gift-${gift.giftId}`
          const payer = gift === undefined ? own : `available:${assetTypeId}:${gift.payerId}`
          add(`refund ${reference} ${payer}`, returned)
          add(`refund ${reference} ${unearned}`, -returned)
        }
        if (event.paydayId === null) continue
        for (const [account, units] of forwardedBy(event)) {
          // A payday of few people passes on to all of them in one transfer.
          add(`payout forwards-${event.paydayId}.1 ${account}`, units)
          add(`payout forwards-${event.paydayId}.1 ${unearned}`, -units)
        }
        for (const { account, units } of paidBy(event)) {
          add(`payout payday-${event.paydayId} ${account}`, units)
          add(`payout payday-${event.paydayId} ${unearned}`, -units)
        }
      }
    const is = new Map<string, bigint>()
    for (const [key, units] of this.#booked) {
      // One transfer charges all periods of a term, and premium in all of them.
      const [purpose = "", , account = ""] = key.split(" ")
      const found = purpose === "subscription" ? `charged ${account}` : key
      if (purpose === "subscription" && account.startsWith("unearned:")) continue
      is.set(found, (is.get(found) ?? 0n) + units)
    }
    return [...new Set([...right.keys(), ...is.keys()])].flatMap((key) =>
      (right.get(key) ?? 0n) === (is.get(key) ?? 0n)
        ? []
        : [`${key}: ${is.get(key) ?? 0n}, should be ${right.get(key) ?? 0n}`],
    )
  }
}

/** The creators of a rule, and the fee of its cycle that runs; null if none runs or nobody shares it. */
const readingNow = (log: RuleLog, nowMs: number): ReadRules[number] | null => {
  const members = new Set<string>()
  let running: { readonly personId: string; readonly number: number; readonly msf: bigint } | null = null
  for (const event of log) {
    if (event._tag === "subscriptions.CreatorSet.v1") {
      if (event.weight === 0) members.delete(event.creatorId)
      else members.add(event.creatorId)
    }
    if (event._tag === "subscriptions.RuleLapsed.v1") running = null
    if (event._tag !== "subscriptions.CycleCharged.v1") continue
    const { personId, number, startsAt, endsAt, msf } = event
    if (Date.parse(startsAt) <= nowMs && nowMs < Date.parse(endsAt)) running = { personId, number, msf: BigInt(msf) }
  }
  return running === null || members.size < 2 ? null : { ...running, creatorIds: [...members].sort() }
}

const ofAsset = (log: RuleLog, asset: number): RuleLog =>
  log.filter((event) => "assetTypeId" in event && event.assetTypeId === asset)

const returnedOf = ({ returned, seats = [] }: Closed): bigint =>
  seats.reduce((sum, seat) => sum + BigInt(seat.returned), BigInt(returned))

const paidBy = ({ assetTypeId, shares, cut, seats = [] }: Closed) => [
  ...[...shares, ...seats].map(({ creatorId, units, forwarded = [] }) => ({
    account: `available:${assetTypeId}:${creatorId}`,
    units: forwarded.reduce((stored, part) => stored - BigInt(part.units), BigInt(units)),
  })),
  ...[cut, ...seats.map((seat) => seat.cut)].map((units) => ({
    account: `fees:${assetTypeId}:`,
    units: BigInt(units),
  })),
]

const forwardedBy = ({ assetTypeId, shares, seats = [] }: Closed) =>
  [...shares, ...seats].flatMap(({ forwarded = [] }) =>
    forwarded.map(({ toId, units }) => [`available:${assetTypeId}:${toId}`, BigInt(units)] as const),
  )
