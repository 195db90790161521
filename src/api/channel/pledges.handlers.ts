import { Effect } from "effect"
import { type NoPledge, Pledges } from "#core/subscriptions"
import { waitFor } from "#projections/runner"
import { countPledges, pledgesOf } from "#projections/subscriptions"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { badField } from "../badField.ts"
import { answer, Conflict, refusal } from "../envelope.ts"
import { requireFeed } from "../feed/which.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Call<Payload> = { readonly payload: Payload }
type PledgePayload = { readonly feedId: string; readonly ruleId?: number; readonly weight: number }

/** Handlers of pledges.contract.ts; resolved once for the group. */
export const pledgeHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const pledges = yield* Pledges
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  return {
    LoadPledges: Effect.fn("LoadPledges")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      return yield* pledgesFor(personId, 0)
    }, provide),

    UpdatePledge: Effect.fn("UpdatePledge")(function* ({
      payload: { feedId, ruleId: number = 1, weight },
    }: Call<PledgePayload>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const t = translator((yield* CurrentCaller).locale)
      // What was promised before can be taken back, even if the feed is gone.
      const feed = weight > 0 ? yield* requireFeed(feedId) : null
      // The feeds of channels have authors here.
      if (feed?.source === "QI") return yield* new Conflict(refusal(t("subscriptions.pledge.refused.claimed")))
      const position = yield* pledges.set(personId, feedId, { number, weight }).pipe(Effect.catch(refuse))
      return yield* pledgesFor(personId, position, t("accountCall.saved"))
    }, provide),
  }
})

/** What a person promised, once the read model has reached a log position. */
const pledgesFor = Effect.fnUntraced(function* (personId: string, position: number, message = "") {
  yield* waitFor("pledges", position)
  const own = yield* pledgesOf(personId)
  const waiting = yield* countPledges(own.map(({ feedId }) => feedId))
  const pledges = own.map(({ feedId, title, number, weight, channelCode }) => ({
    ...{ feedId, title, ruleId: number, weight, channelCode, waiting: waiting.get(feedId) ?? 0 },
  }))
  return answer({ pledges }, message)
})

const refuse = Effect.fnUntraced(function* ({ reason, messageKey }: NoPledge) {
  const message = translator((yield* CurrentCaller).locale)(messageKey)
  return yield* reason === "weight" ? badField("weight", message) : new Conflict(refusal(message))
})
