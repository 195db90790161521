import { Effect } from "effect"
import type { PremiumOffers, Subscriptions } from "#core/subscriptions"
import { perSecond } from "../events/clients.ts"

const PEOPLE = 5_000
const SEATS = 500
/** People who ask at the same time. */
const AT_ONCE = 256
const USD = 4

type Needs = {
  readonly subscriptions: (typeof Subscriptions)["Service"]
  readonly offers: (typeof PremiumOffers)["Service"]
  readonly run: <A>(work: Effect.Effect<A, unknown>) => Promise<A>
  readonly creatorId: string
  readonly personOf: (n: number) => string
}

/** The people of a rush; they need coins. */
export const RUSH_PEOPLE = PEOPLE

/**
 * Sells the seats of a new offer: everyone asks for premium and pays. Returns people a second, those who paid and those
 * who were refused.
 * @throws if not exactly as many seats are sold as there are
 */
export const rushForSeats = async ({ subscriptions, offers, run, creatorId, personOf }: Needs, channelId: number) => {
  await run(offers.offer(creatorId, channelId, { pmsf: 500n, currencyId: USD, cap: SEATS }))
  let sold = 0
  const rate = await perSecond({ clients: AT_ONCE, count: PEOPLE }, async (index, client) => {
    const n = index * AT_ONCE + client
    if (n >= PEOPLE) return
    const change = {
      ...{ terms: { msf: 500n }, weights: new Map([[creatorId, 1]]), pay: true },
      seat: { channelId, creatorId, isWanted: true },
    }
    const rule = { personId: personOf(n), number: 1 }
    const asked = subscriptions.change(rule, change, { code: "", password: "bench" })
    if (await run(Effect.match(asked, { onFailure: () => false, onSuccess: () => true }))) sold += 1
  })
  if (sold !== SEATS) throw new Error(`${sold} seats were sold instead of ${SEATS}`)
  return rate
}
