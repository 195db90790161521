import { RULE_DEFAULTS, RULE_NUMBERS } from "#contract/subscriptions"
import { AccountEvents } from "#core/accounts"
import {
  type CycleEvent,
  CycleEvents,
  ForwardEvents,
  PaydayEvents,
  PremiumSeatEvents,
  RuleEvents,
} from "#core/subscriptions"
import { type Change, change, makeProjection, on, patch, put, type RowOf, remove } from "#projections/runner"
import {
  type RuleRow,
  subscriptionCycle,
  subscriptionForward,
  subscriptionForwarded,
  subscriptionIncome,
  subscriptionOffer,
  subscriptionProof,
  subscriptionRule,
  subscriptionSeat,
} from "./tables.ts"

/** Rules with their paid terms, paid periods, the income of creators, and premium seats. */
export const subscriptions = makeProjection({
  name: "subscriptions",
  version: 8,
  tables: [
    subscriptionRule,
    subscriptionCycle,
    subscriptionForward,
    subscriptionForwarded,
    subscriptionIncome,
    subscriptionOffer,
    subscriptionSeat,
    subscriptionProof,
  ],
  handlers: [
    on(RuleEvents, {
      "subscriptions.RuleAdded.v1": ({ personId, number, addedAt }) => [
        put(subscriptionRule, {
          ...{
            person_id: personId,
            number,
            added_at: addedAt,
            intent: "active",
            creators: [],
            withheld: [],
            seats: [],
            last_cycle: 0,
          },
          ...{ asset_type_id: RULE_DEFAULTS.mainAssetTypeId, currency_id: RULE_DEFAULTS.currencyId },
          ...{ msf: "0", periods: RULE_DEFAULTS.periods, auto_renew: RULE_DEFAULTS.autoRenew },
          ...{ on_leave: RULE_DEFAULTS.onLeave, is_by_reading: false, reading: null },
          ...NO_TERM,
        }),
      ],
      "subscriptions.TermsSet.v1": ({ assetTypeId, currencyId, msf, periods, autoRenew, onLeave, ...rule }) => [
        changed(rule, (row) => ({
          ...row,
          ...{ asset_type_id: assetTypeId, currency_id: currencyId, msf, periods, auto_renew: autoRenew },
          on_leave: onLeave ?? RULE_DEFAULTS.onLeave,
        })),
      ],
      "subscriptions.CreatorSet.v1": ({ creatorId, weight, by, setAt, ...rule }) => [
        changed(rule, (row) => {
          const since = row.creators.find((each) => each.creatorId === creatorId)?.since ?? setAt
          const others = row.creators.filter((each) => each.creatorId !== creatorId)
          const withheld = row.withheld.filter((id) => id !== creatorId)
          return weight === 0
            ? { ...row, creators: others, withheld: by === "operator" ? [...withheld, creatorId] : withheld }
            : { ...row, creators: [...others, { creatorId, weight, since }], withheld }
        }),
      ],
      "subscriptions.ReadingShareSet.v1": ({ isOn, ...rule }) => [
        changed(rule, (row) => ({ ...row, is_by_reading: isOn, reading: isOn ? row.reading : null })),
      ],
      "subscriptions.ReadingPartsSet.v1": ({ cycle, parts, setAt, ...rule }) => [
        changed(rule, (row) => ({ ...row, reading: { n: cycle, parts, setAt } })),
      ],
      "subscriptions.IntentSet.v1": ({ intent, ...rule }) => [
        changed(rule, (row) => ({
          ...row,
          intent,
          // Without a renewal there is no grace period.
          due_at: intent === "active" ? row.due_at : row.ends_at,
        })),
      ],
      "subscriptions.TermBegun.v1": ({ cycles, ...rule }) => [
        changed(rule, (row) => ({
          ...row,
          intent: "active",
          missed: null,
          grace_until: null,
          reminded_days: null,
          last_cycle: cycles.at(-1)?.n ?? row.last_cycle,
          starts_at: cycles[0]?.startsAt ?? null,
          ends_at: cycles.at(-1)?.endsAt ?? null,
          due_at: cycles.at(-1)?.endsAt ?? null,
        })),
      ],
      "subscriptions.RenewalMissed.v1": ({ reason, graceUntil, ...rule }) => [
        changed(rule, (row) => ({ ...row, missed: reason, grace_until: graceUntil, due_at: graceUntil })),
      ],
      "subscriptions.RuleLapsed.v1": ({ reason, ...rule }) => [
        changed(rule, (row) => ({
          ...{ ...row, ...NO_TERM },
          intent: reason === "missed" || reason === "undone" ? "paused" : row.intent,
        })),
      ],
      "subscriptions.RenewalReminded.v1": ({ days, personId, number }) => [
        changed({ personId, number }, (row) => ({ ...row, reminded_days: days })),
      ],
      "subscriptions.SeatsPaid.v1": ({ seats, until, personId, number }) => [
        changed({ personId, number }, (row) => ({
          ...row,
          seats: [
            ...row.seats.filter(({ creatorId }) => !seats.some((seat) => seat.creatorId === creatorId)),
            ...seats.map((seat) => ({
              ...{ ...seat, until },
              isRenewing: row.seats.find(({ creatorId }) => creatorId === seat.creatorId)?.isRenewing ?? true,
            })),
          ],
        })),
      ],
      "subscriptions.SeatRenewalSet.v1": ({ creatorId, isRenewing, personId, number }) => [
        changed({ personId, number }, (row) => ({
          ...row,
          seats: row.seats.map((seat) => (seat.creatorId === creatorId ? { ...seat, isRenewing } : seat)),
        })),
      ],
      "subscriptions.SeatsLost.v1": ({ creatorIds, personId, number }) => [
        changed({ personId, number }, (row) => ({
          ...row,
          seats: row.seats.filter(({ creatorId }) => !creatorIds.includes(creatorId)),
        })),
      ],
    }),
    on(PremiumSeatEvents, {
      "subscriptions.OfferSet.v1": ({ channelId, creatorId, pmsf, currencyId, cap }) => [
        put(subscriptionOffer, {
          ...{ channel_id: channelId, creator_id: creatorId, pmsf, currency_id: currencyId, cap },
        }),
      ],
      "subscriptions.SeatHeld.v1": ({ until, heldAt, ...seat }, { position }) => [
        putSeat(seat, { status: "held", until, since: heldAt, place: position }),
      ],
      "subscriptions.SeatOffered.v1": ({ until, offeredAt, ...seat }, { position }) => [
        putSeat(seat, { status: "offered", until, since: offeredAt, place: position }),
      ],
      "subscriptions.SeatTaken.v1": ({ takenAt, ...seat }, { position }) => [
        putSeat(seat, { status: "taken", until: null, since: takenAt, place: position }),
      ],
      "subscriptions.SeatReleased.v1": ({ channelId, personId }) => [remove(subscriptionSeat, [channelId, personId])],
      "subscriptions.WaitingJoined.v1": ({ joinedAt, ...seat }, { position }) => [
        putSeat(seat, { status: "waiting", until: null, since: joinedAt, place: position }),
      ],
      "subscriptions.WaitingLeft.v1": ({ channelId, personId }) => [remove(subscriptionSeat, [channelId, personId])],
    }),
    on(CycleEvents, {
      "subscriptions.CycleCharged.v1": (event) => [
        put(subscriptionCycle, {
          person_id: event.personId,
          number: event.number,
          n: event.n,
          asset_type_id: event.assetTypeId,
          units: event.units,
          currency_id: event.currencyId,
          msf: event.msf,
          snapshot_id: event.snapshotId,
          starts_at: event.startsAt,
          ends_at: event.endsAt,
          charged_at: event.chargedAt,
          closed_at: null,
          shares: [],
          cut: "0",
          returned: "0",
          seats: [],
          payday_id: null,
        }),
      ],
      "subscriptions.SeatsCharged.v1": ({ personId, number, n, seats }) => [
        patch(subscriptionCycle, [personId, number, n], (row) => {
          const added = seats.map(({ creatorId, units, from }) => ({ creatorId, units, from, closed: null }))
          return { ...row, seats: [...row.seats, ...added] }
        }),
      ],
      "subscriptions.CycleClosed.v1": ({ personId, number, n, assetTypeId, shares, cut, returned, ...event }) => [
        patch(subscriptionCycle, [personId, number, n], (row) => ({
          ...row,
          ends_at: event.endsAt,
          closed_at: event.closedAt,
          shares,
          cut,
          returned,
          payday_id: event.paydayId,
          seats: row.seats.map((seat, place) => ({ ...seat, closed: event.seats?.[place] ?? null })),
        })),
        ...[...incomeOf(shares, event.seats)].map(([creatorId, units]) =>
          addIncome(creatorId, event.paydayId ?? "", assetTypeId, units, event.closedAt),
        ),
        ...[...shares, ...(event.seats ?? [])].flatMap(({ creatorId, forwarded = [] }) =>
          forwarded.map(({ toId, units }) => addForwarded(event.paydayId ?? "", creatorId, toId, units)),
        ),
      ],
    }),
    on(ForwardEvents, {
      "subscriptions.ForwardSet.v1": ({ creatorId, toId, perMille, setAt }) => [
        perMille === 0
          ? remove(subscriptionForward, [creatorId, toId])
          : change(subscriptionForward, [creatorId, toId], (row) => ({
              ...{ creator_id: creatorId, receiver_id: toId, per_mille: perMille, since: row?.since ?? setAt },
            })),
      ],
    }),
    on(PaydayEvents, {
      "subscriptions.PaydayProved.v1": ({ number, cycles, entries, root, previous, digest, ...event }) => [
        put(subscriptionProof, {
          ...{ number, cycles, entries, root, previous, digest },
          ...{ wallet_proof: event.walletProof, proved_at: event.provedAt },
        }),
      ],
    }),
    on(AccountEvents, {
      "accounts.AccountDeleted.v1": ({ personId }) =>
        RULE_NUMBERS.map((number) => remove(subscriptionRule, [personId, number])),
    }),
  ],
})

const NO_TERM = {
  ...{ starts_at: null, ends_at: null, missed: null, grace_until: null, reminded_days: null, due_at: null },
} as const

const changed = (
  { personId, number }: { readonly personId: string; readonly number: number },
  fold: (row: RuleRow) => RuleRow,
): Change => patch(subscriptionRule, [personId, number], fold)

type SeatRow = RowOf<typeof subscriptionSeat.columns>
const putSeat = (
  { channelId, personId }: { readonly channelId: number; readonly personId: string },
  row: Pick<SeatRow, "status" | "until" | "since" | "place">,
): Change => put(subscriptionSeat, { channel_id: channelId, person_id: personId, ...row })

type Closed = Extract<CycleEvent, { readonly _tag: "subscriptions.CycleClosed.v1" }>
/** What a closed period brings each person: the share of the fee, and premium, without what they passed on, and what others passed on. */
const incomeOf = (shares: Closed["shares"], seats: Closed["seats"] = []): ReadonlyMap<string, string> => {
  const income = new Map<string, bigint>()
  const add = (personId: string, units: bigint) => income.set(personId, (income.get(personId) ?? 0n) + units)
  for (const { creatorId, units, forwarded = [] } of [...shares, ...seats]) {
    add(creatorId, BigInt(units))
    for (const part of forwarded) {
      add(creatorId, -BigInt(part.units))
      add(part.toId, BigInt(part.units))
    }
  }
  return new Map([...income].filter(([, units]) => units > 0n).map(([personId, units]) => [personId, String(units)]))
}

const addForwarded = (paydayId: string, creatorId: string, receiverId: string, units: string): Change =>
  change(subscriptionForwarded, [paydayId, creatorId, receiverId], (row) => ({
    payday_id: paydayId,
    creator_id: creatorId,
    receiver_id: receiverId,
    amount: String(BigInt(row?.amount ?? 0) + BigInt(units)),
  }))

const addIncome = (creatorId: string, paydayId: string, assetTypeId: number, units: string, paidAt: string): Change =>
  change(subscriptionIncome, [creatorId, paydayId], (row) => ({
    creator_id: creatorId,
    payday_id: paydayId,
    asset_type_id: assetTypeId,
    paid_at: row?.paid_at ?? paidAt,
    amount: String(BigInt(row?.amount ?? 0) + BigInt(units)),
    cycles: (row?.cycles ?? 0) + 1,
  }))
