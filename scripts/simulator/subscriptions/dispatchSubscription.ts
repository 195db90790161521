import { Effect } from "effect"
import { GIFT_RULE_FIRST, GIFT_RULES_MAX } from "#contract/subscriptions"
import { Entitlements } from "#core/chat"
import { Forwards, Gifts, Paydays, type PremiumOffers, Subscriptions } from "#core/subscriptions"
import type { SubscriptionOperation } from "../Operation.ts"
import { PASSWORD } from "../signer.ts"
import { SimRate } from "./SimRate.ts"

export type SubscriptionServices = Subscriptions | Gifts | Forwards | Paydays | PremiumOffers | Entitlements

type Carrying<O> = (operation: O) => Effect.Effect<object, { readonly _tag: string }, SubscriptionServices>
type Table = { readonly [K in SubscriptionOperation["kind"]]: Carrying<Extract<SubscriptionOperation, { kind: K }>> }

/** The currency of fees. */
const USD = 4
const CREDENTIALS = { code: "", password: PASSWORD }

/** The rules of people, and those that their gifts use. */
const rulesOf = ({ people, rules }: { readonly people: ReadonlyArray<string>; readonly rules: number }) =>
  people.flatMap((personId) =>
    [1, GIFT_RULE_FIRST].flatMap((first) =>
      Array.from({ length: first === 1 ? rules : GIFT_RULES_MAX }, (_, index) => ({ personId, number: first + index })),
    ),
  )

/** How each operation of subscriptions calls the product. */
export const SUBSCRIPTION_TABLE: Table = {
  subscribe: ({ person, number, rate, weights, terms, intent, seat, pays }) =>
    Subscriptions.use((subscriptions) =>
      Effect.map(
        subscriptions.change(
          { personId: person, number },
          {
            ...{ weights: new Map(weights), pay: pays },
            ...(terms === null ? {} : { terms: { ...terms, msf: BigInt(terms.msf) } }),
            ...(intent === null ? {} : { intent }),
            ...(seat === null ? {} : { seat }),
          },
          CREDENTIALS,
        ),
        (position) => ({ position }),
      ),
    ).pipe(Effect.provideService(SimRate, rate)),
  buyGift: ({ person, creator, channelId, msf, assetTypeId, periods, rate }) =>
    Gifts.use((gifts) =>
      Effect.map(
        gifts.buy(
          person,
          { channelId, creatorId: creator, assetTypeId, currencyId: USD, msf: BigInt(msf), periods },
          CREDENTIALS,
        ),
        (position) => ({ position }),
      ),
    ).pipe(Effect.provideService(SimRate, rate)),
  claimGift: ({ person, payer, giftId }) =>
    Gifts.use((gifts) => Effect.map(gifts.claim({ payerId: payer, giftId }, person), (position) => ({ position }))),
  returnGift: ({ person, giftId, reason }) =>
    Gifts.use((gifts) => Effect.map(gifts.giveBack({ payerId: person, giftId }, reason), (position) => ({ position }))),
  forward: ({ person, to, perMille }) =>
    Forwards.use((forwards) => Effect.map(forwards.set(person, to, perMille), (position) => ({ position }))),
  read: ({ person, number, isOn, parts }) =>
    Subscriptions.use((subscriptions) =>
      Effect.map(
        subscriptions.changeReading(
          { personId: person, number },
          { isOn, ...(parts === null ? {} : { parts: new Map(parts) }) },
        ),
        (position) => ({ position }),
      ),
    ),
  addRule: ({ person, msf, rate }) =>
    Subscriptions.use((subscriptions) =>
      Effect.map(subscriptions.add(person, { terms: { msf: BigInt(msf) } }), ({ position }) => ({ position })),
    ).pipe(Effect.provideService(SimRate, rate)),
  refund: ({ person, number }) =>
    Subscriptions.use((subscriptions) =>
      Effect.map(subscriptions.cancelNow({ personId: person, number }), (position) => ({ position })),
    ),
  leave: ({ creator, ...of }) =>
    Subscriptions.use((subscriptions) =>
      Effect.as(
        Effect.forEach(rulesOf(of), (rule) => subscriptions.removeCreator(rule, creator)),
        {},
      ),
    ),
  settle: ({ rate, ...of }) =>
    Subscriptions.use((subscriptions) =>
      Effect.gen(function* () {
        yield* subscriptions.remindAll(rulesOf(of))
        yield* subscriptions.settleAll(rulesOf(of))
        return {}
      }),
    ).pipe(Effect.provideService(SimRate, rate)),
  payday: ({ cycles }) => Paydays.use((paydays) => Effect.as(paydays.close(cycles), {})),
  levels: ({ person, creators }) =>
    Entitlements.use(({ levelOf }) =>
      Effect.map(
        Effect.forEach(creators, (creator) => levelOf(creator, person, 0)),
        (levels) => ({ detail: levels.join() }),
      ),
    ),
}
