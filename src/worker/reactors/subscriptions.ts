import { Clock, Effect } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { ChannelEvents, channelReader } from "#core/channels"
import { type Sql, SubjectEvents } from "#core/kernel"
import { LedgerEvents, readAccount } from "#core/ledger"
import {
  FreeAccess,
  Gifts,
  Pledges,
  PremiumOffers,
  RuleEvents,
  Subscriptions,
  scheduleReminders,
} from "#core/subscriptions"
import { type Reactor, waitFor } from "#projections/runner"
import {
  listGiftsForCreator,
  listRulesOfCreator,
  listRulesOfWithheld,
  passesOf,
  seatsOfPerson,
} from "#projections/subscriptions"
import { retryMissedRules } from "../subscriptions/runSubscriptions.ts"

/** How long to wait for the read model of rules. */
const KNOWN_MS_MAX = 10_000

/** Charges a missed renewal as soon as its payer gets coins. */
export const retryRenewalsReactor = Effect.map(
  Effect.context<Subscriptions | Sql>(),
  (services): Reactor => ({
    name: "retry_renewals",
    types: ["ledger.Transferred.v1"],
    from: "now",
    react: async ({ type, data }) => {
      const event = LedgerEvents.decodeSync(type, data)
      if (event._tag !== "ledger.Transferred.v1") return
      const gained = event.entries
        .filter(({ amount }) => !amount.startsWith("-"))
        .map(({ account }) => readAccount(account))
      const personIds = new Set(gained.filter(({ kind }) => kind === "available").map(({ ownerId }) => ownerId))
      const retry = Effect.forEach(personIds, (personId) => retryMissedRules(personId), { discard: true })
      await Effect.runPromiseWith(services)(retry)
    },
  }),
)

/** Schedules the reminders of every paid term. */
export const scheduleRemindersReactor = Effect.map(
  Effect.context<Sql>(),
  (services): Reactor => ({
    name: "schedule_reminders",
    types: ["subscriptions.TermBegun.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const event = RuleEvents.decodeSync(type, data)
      const ends = event._tag === "subscriptions.TermBegun.v1" ? event.cycles.at(-1)?.endsAt : undefined
      if (ends !== undefined) await Effect.runPromiseWith(services)(scheduleReminders(event, Date.parse(ends)))
    },
  }),
)

/**
 * Removes creators who closed their first channel, or were erased, from all rules, and returns gifts for them. Creators whose
 * first channel operators withhold leave their rules until it is given back.
 */
export const leaveRulesReactor = Effect.gen(function* () {
  const [subscriptions, gifts, readChannel] = [yield* Subscriptions, yield* Gifts, yield* channelReader]
  const services = yield* Effect.context<Sql>()

  /** Nobody can claim them any more. */
  const returnGifts = Effect.fnUntraced(function* (creatorId: string) {
    for (;;) {
      const open = yield* listGiftsForCreator(creatorId)
      const returned = yield* Effect.forEach(open, (gift) =>
        gifts.giveBack(gift, "creatorLeft").pipe(Effect.catch(() => Effect.succeed(0))),
      )
      const position = Math.max(0, ...returned)
      if (position === 0) return
      yield* waitFor("gifts", position, KNOWN_MS_MAX)
    }
  })

  const takeOut = Effect.fnUntraced(function* (
    creatorId: string,
    position: number,
    remove: typeof subscriptions.removeCreator,
  ) {
    yield* waitFor("subscriptions", position, KNOWN_MS_MAX)
    for (;;) {
      const rules = yield* listRulesOfCreator(creatorId)
      const positions = yield* Effect.forEach(rules, (rule) => remove(rule, creatorId))
      if (rules.length === 0) return
      yield* waitFor("subscriptions", Math.max(...positions), KNOWN_MS_MAX)
    }
  })

  const putBack = Effect.fnUntraced(function* (creatorId: string, position: number) {
    yield* waitFor("subscriptions", position, KNOWN_MS_MAX)
    let after = { personId: "", number: 0 }
    for (;;) {
      const rules = yield* listRulesOfWithheld(creatorId, after)
      yield* Effect.forEach(rules, (rule) => subscriptions.returnCreator(rule, creatorId), { discard: true })
      const last = rules.at(-1)
      if (last === undefined) return
      after = last
    }
  })

  return {
    name: "leave_rules",
    types: [
      "channels.ChannelStatusSet.v1",
      "channels.ChannelForgotten.v1",
      "channels.ChannelWithheld.v1",
      "channels.ChannelReleased.v1",
    ],
    from: "now",
    react: async ({ type, data, position }) => {
      const event = ChannelEvents.decodeOpen(type, data)
      const working = Effect.gen(function* () {
        const { personId: creatorId } = event
        const { statusId, parentId, isWithheld } = yield* readChannel(String(event.channelId))
        // Rules name creators by their first channel. After an erasure nothing tells which one it was, and all are gone.
        if (parentId !== null) return
        const isClosed = event._tag === "channels.ChannelForgotten.v1" || statusId === CHANNEL_STATUS.closed
        if (event._tag === "channels.ChannelWithheld.v1" && isWithheld)
          return yield* takeOut(creatorId, position, subscriptions.withholdCreator)
        if (event._tag === "channels.ChannelReleased.v1" && !isWithheld && !isClosed)
          return yield* putBack(creatorId, position)
        if (!isClosed) return
        yield* returnGifts(creatorId)
        yield* takeOut(creatorId, position, subscriptions.removeCreator)
      })
      await Effect.runPromiseWith(services)(working)
    },
  } satisfies Reactor
})

/** Ends the subscriptions of an erased payer, their places in waiting lists, and access that they gave or got. */
export const forgetPayersReactor = Effect.gen(function* () {
  const [subscriptions, offers, access] = [yield* Subscriptions, yield* PremiumOffers, yield* FreeAccess]
  const [gifts, pledges] = [yield* Gifts, yield* Pledges]
  const services = yield* Effect.context<Sql>()

  const endAccess = Effect.fnUntraced(function* (personId: string) {
    for (;;) {
      const passes = yield* passesOf(personId)
      if (passes.length === 0) return
      const positions = yield* Effect.forEach(passes, access.withdraw)
      yield* waitFor("free_access", Math.max(...positions), KNOWN_MS_MAX)
    }
  })

  const forget = Effect.fnUntraced(function* (personId: string) {
    yield* subscriptions.cancelAll(personId)
    yield* gifts.giveBackAll(personId)
    yield* pledges.withdrawAll(personId)
    yield* endAccess(personId)
    for (const { channelId } of yield* seatsOfPerson(personId, yield* Clock.currentTimeMillis))
      yield* Effect.orDie(offers.leave(personId, channelId))
  })

  return {
    name: "forget_payers",
    types: ["kernel.SubjectErased.v1"],
    from: "now",
    react: async ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      await Effect.runPromiseWith(services)(forget(subjectId))
    },
  } satisfies Reactor
})
