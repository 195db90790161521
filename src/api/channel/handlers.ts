import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PREMIUM_LEVEL, RULE_STATUS } from "#contract/subscriptions"
import { Subscriptions } from "#core/subscriptions"
import type { Services } from "#src/process/runtime.ts"
import { Api } from "../Api.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { forwardHandlers } from "./forwards.handlers.ts"
import { freeAccessHandlers } from "./freeAccess.handlers.ts"
import { giftHandlers } from "./gifts.handlers.ts"
import { importHandlers } from "./imports.handlers.ts"
import { offerHandlers, seatOf } from "./offers.handlers.ts"
import { pledgeHandlers } from "./pledges.handlers.ts"
import { readingHandlers } from "./reading.handlers.ts"
import { rehearsalHandlers } from "./rehearsal.handlers.ts"
import { changeRule, loadRules, readCreators, refuseRule, rulesAfter } from "./rules.handlers.ts"

/** What a person wants of a rule, by the ids of Home/LoadSubscribeRuleStatus. */
const INTENT = {
  [RULE_STATUS.active]: "active",
  [RULE_STATUS.paused]: "paused",
  [RULE_STATUS.cancelled]: "cancelled",
} as const

export const ChannelHandlers = HttpApiBuilder.group(
  Api,
  "Channel",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Services>())
    const subscriptions = yield* Subscriptions
    const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

    return handlers.handleAll({
      ...(yield* importHandlers),
      ...(yield* offerHandlers),
      ...(yield* forwardHandlers),
      ...(yield* freeAccessHandlers),
      ...(yield* giftHandlers),
      ...(yield* pledgeHandlers),
      ...(yield* readingHandlers),
      ...(yield* rehearsalHandlers),

      LoadSubscribeRule: Effect.fn("LoadSubscribeRule")(function* () {
        const { personId } = yield* requireMember
        yield* limited
        return yield* loadRules(personId)
      }, provide),

      Subscribe: Effect.fn("Subscribe")(function* ({ payload: { channelCode, weight, levelId, ...payload } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const weights = yield* readCreators([{ channelCode, weight }])
        const seat = levelId === PREMIUM_LEVEL && (yield* seatOf(channelCode, weights, true))
        return yield* changeRule(personId, payload, { weights, intent: "active", pay: true, ...(seat && { seat }) })
      }, provide),

      UpdateSubscribeRuleWithCreator: Effect.fn("UpdateSubscribeRuleWithCreator")(function* ({
        payload: { creators, ...payload },
      }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        return yield* changeRule(personId, payload, { weights: yield* readCreators(creators), isWholeList: true })
      }, provide),

      UpdateSubscribe: Effect.fn("UpdateSubscribe")(function* ({
        payload: { subscribeRuleStatusId: statusId, isNow = false, ...payload },
      }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        if (statusId === RULE_STATUS.cancelled && isNow) {
          const cancelled = subscriptions.cancelNow({ personId, number: payload.ruleId ?? 1 })
          return yield* rulesAfter(personId, yield* cancelled.pipe(Effect.catch(refuseRule)))
        }
        const pay = statusId === RULE_STATUS.active
        return yield* changeRule(personId, payload, { ...(statusId && { intent: INTENT[statusId] }), pay })
      }, provide),
    })
  }),
)
