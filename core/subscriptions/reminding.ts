import { Clock, Effect } from "effect"
import { Sql, StreamConflict } from "#core/kernel"
import { personAccount, readSpendable } from "#core/ledger"
import type { Prices } from "./Prices.ts"
import { ruleIdOf } from "./rule/Rule.ts"
import { remindRenewal } from "./rule/remind.ts"
import type { subscriptionStore } from "./subscriptionStore.ts"

type Store = Effect.Success<typeof subscriptionStore>
type Needs = Pick<Store, "readRules" | "write"> & { readonly priceOf: (typeof Prices)["Service"]["priceOf"] }

/** Reminds payers of renewals that their balances may not cover. */
export const reminding = Effect.fnUntraced(function* ({ readRules, write, priceOf }: Needs) {
  const { client: sql } = yield* Sql

  return Effect.fn("Subscriptions.remindAll")(function* (
    rules: ReadonlyArray<{ readonly personId: string; readonly number: number }>,
  ) {
    const nowMs = yield* Clock.currentTimeMillis
    const loaded = yield* readRules(rules.map(({ personId, number }) => ruleIdOf(personId, number)))
    const found = rules.flatMap((rule, index) => {
      const { state, version } = loaded[index] ?? { state: null, version: 0 }
      if (state === null) return []
      return [{ rule, state, version, account: personAccount("available", state.terms.assetTypeId, rule.personId) }]
    })
    const spendable = yield* readSpendable(sql, [...new Set(found.map(({ account }) => account))])
    let last = 0
    for (const { rule, state, version, account } of found) {
      const price = yield* priceOf(state.terms.assetTypeId, state.terms.currencyId)
      const events = remindRenewal({ ...rule, nowMs }, state, price, spendable.get(account) ?? 0n)
      if (events.length === 0) continue
      // A rule that has changed meanwhile is looked at again by the next run.
      const { position } = yield* write({ rules: [{ version, events }] }).pipe(
        Effect.catchIf(
          (error) => error instanceof StreamConflict,
          () => Effect.succeed({ position: 0 }),
        ),
        Effect.orDie,
      )
      last = Math.max(last, position)
    }
    return last
  })
})
