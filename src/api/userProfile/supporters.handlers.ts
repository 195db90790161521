import { Clock, Effect } from "effect"
import { GROUP_MIN, type REPORT_DAYS } from "#contract/subscriptions"
import { PreviewCounts } from "#core/subscriptions"
import { channelsOf } from "#projections/channels"
import { reportOnSupporters } from "#projections/subscriptions"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Asked = { readonly payload: { readonly days?: (typeof REPORT_DAYS)[number] } }

/** Handlers of supporters.contract.ts; resolved once for the group. */
export const supporterHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const limited = yield* limitedAsStandard

  return {
    LoadSupporterReport: Effect.fn("LoadSupporterReport")(function* ({ payload: { days = 30 } }: Asked) {
      const { personId } = yield* requireMember
      yield* limited
      const channels = yield* channelsOf(personId)
      if (channels.length === 0) {
        const { locale } = yield* CurrentCaller
        return yield* new NotFound(refusal(translator(locale)("creators.noChannel")))
      }
      const report = yield* reportOnSupporters(personId, days, yield* Clock.currentTimeMillis)
      const channelIds = channels.map(({ channelId }) => channelId)
      const sums = yield* PreviewCounts.use(({ sumOf }) => sumOf(channelIds, days))
      const previews = sums.shown < GROUP_MIN ? null : sums
      return answer({
        ...report,
        previews,
        moves: report.moves.map(({ at, ...move }) => ({ ...move, at: at.getTime() })),
      })
    }, provide),
  }
})
