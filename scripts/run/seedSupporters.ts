import { randomBytes } from "node:crypto"
import { Clock, Effect, Schedule } from "effect"
import { Chains, SimWorlds } from "#core/chains"
import { Sql } from "#core/kernel"
import { personAccount, readSpendable } from "#core/ledger"
import { Forwards, PremiumOffers, Subscriptions } from "#core/subscriptions"
import { DepositAddresses } from "#core/wallet"
import { currentRates } from "#projections/rates"
import { waitFor } from "#projections/runner"
import { makePerson } from "../../core/accounts/testing/people.ts"
import type { Services } from "../../src/process/runtime.ts"
import { runPayday, settleDueRules } from "../../src/worker/subscriptions/runSubscriptions.ts"

/** Who supports the creators of the demo, with these weights, and whether with premium for the first one. */
const SUPPORTERS = [
  { name: "Ada Lindqvist", isPremium: true, weights: [2, 1, 1] },
  { name: "Tomás Rivera", isPremium: false, weights: [1, 1, 1] },
  { name: "周晓岚", isPremium: false, weights: [1, 1, 3] },
] as const
const CREATORS_MAX = 3
/** What the first creator passes on to the second one, in thousandths. */
const FORWARDED = 100
const [BTC, USD] = [1, 4]
const COINS = 10_000_000n
/** Blocks after which a small deposit is confirmed. */
const BLOCKS = 6
/** They joined so many days ago: one month was paid out, the second one runs. */
const JOINED_DAYS = 40
const DAY_MS = 86_400_000
const PREMIUM = { pmsf: 500n, currencyId: USD, cap: 500 }
const FEE = 1_000n
const READABLE_MS_MAX = 60_000
/** How long the worker may take to see a deposit. */
const DEPOSIT_S_MAX = 60

type Creator = { readonly channelId: number; readonly personId: string }

/**
 * Gives the creators of the demo supporters with wallets on the demo chain, through commands. Nothing happens if they
 * have supporters, if the chain has real coins, or without a worker.
 */
export const seedSupporters = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const { isDemo } = yield* Chains.useSync((chains) => chains.of("BTC").capabilities)
  const creators = yield* Effect.promise(
    () => sql<Array<Creator>>`
      select channel_id as "channelId", person_id as "personId" from read.channel
      where parent_id is null order by channel_id limit ${CREATORS_MAX}`,
  )
  const [first, second] = creators
  const [{ count } = { count: 0 }] = yield* Effect.promise(
    () => sql<Array<{ count: number }>>`select count(*)::int as count from read.subscription_rule`,
  )
  // A worker takes rates as soon as it runs. Without one, no deposit would be seen either.
  const hasRates = (yield* currentRates(USD)).length > 0
  if (!isDemo || !hasRates || first === undefined || count > 0) return
  yield* PremiumOffers.use(({ offer }) => offer(first.personId, first.channelId, PREMIUM))
  if (second !== undefined)
    yield* Forwards.use(({ set }) => Effect.orDie(set(first.personId, second.personId, FORWARDED)))
  const nowMs = yield* Clock.currentTimeMillis
  let position = 0
  for (const { name, isPremium, weights } of SUPPORTERS) {
    const personId = yield* fundedPerson(name)
    const change = {
      ...{ terms: { msf: FEE, assetTypeId: BTC, currencyId: USD, autoRenew: true }, pay: true },
      weights: new Map(creators.map((creator, place) => [creator.personId, weights[place] ?? 1])),
      ...(isPremium && { seat: { channelId: first.channelId, creatorId: first.personId, isWanted: true } }),
    }
    const subscribe = Subscriptions.use((subscriptions) =>
      subscriptions.change({ personId, number: 1 }, change, { code: "", password: "" }),
    )
    position = yield* at(nowMs - JOINED_DAYS * DAY_MS, Effect.orDie(subscribe))
  }
  yield* waitFor("subscriptions", position, READABLE_MS_MAX)
  yield* settleDueRules
  yield* runPayday
})

/** A person with coins of the demo chain. Nobody knows their password. */
const fundedPerson = Effect.fnUntraced(function* (displayName: string) {
  const { client: sql } = yield* Sql
  const tag = randomBytes(4).toString("hex")
  const password = randomBytes(24).toString("base64url")
  const options = { email: `supporter.${tag}@demo.example`, password, displayName, hasUserName: true }
  const { personId } = yield* makePerson(options, true)
  const { script } = yield* DepositAddresses.use(({ give }) => give(personId, BTC, false))
  const world = yield* SimWorlds.useSync((worlds) => worlds.of("BTC"))
  yield* world.faucet({ script, amount: COINS })
  yield* world.mine(BLOCKS)
  const account = personAccount("available", BTC, personId)
  const spendable = Effect.map(readSpendable(sql, [account]), (found) => found.get(account) ?? 0n)
  yield* Effect.repeat(spendable, {
    until: (free) => free > 0n,
    schedule: Schedule.spaced("1 second"),
    times: DEPOSIT_S_MAX,
  })
  return personId
})

/** Runs work as a process whose clock shows another time. */
const at = <A>(nowMs: number, work: Effect.Effect<A, never, Services>): Effect.Effect<A, never, Services> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const shifted = { currentTimeMillisUnsafe: () => nowMs, currentTimeMillis: Effect.succeed(nowMs) }
    return Effect.provideService(work, Clock.Clock, Object.assign(Object.create(clock), shifted))
  })
