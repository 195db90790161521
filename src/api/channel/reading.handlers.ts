import { Effect } from "effect"
import { type ReadingChange, Subscriptions } from "#core/subscriptions"
import type { Services } from "#src/process/runtime.ts"
import { writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { findCreator, refuseRule, rulesAfter } from "./rules.handlers.ts"

type ReadingPayload = {
  readonly ruleId?: number
  readonly isOn?: boolean
  readonly parts?: ReadonlyArray<{ readonly channelCode: string; readonly perMille: number }>
}

/** Handlers of reading.contract.ts; resolved once for the group. */
export const readingHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const subscriptions = yield* Subscriptions
  const limitedWriting = yield* writing

  return {
    UpdateReadingShare: Effect.fn("UpdateReadingShare")(function* ({
      payload: { ruleId: number = 1, isOn, parts },
    }: {
      readonly payload: ReadingPayload
    }) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const change: ReadingChange = {
        ...(isOn === undefined ? {} : { isOn }),
        ...(parts === undefined ? {} : { parts: yield* partsByCreator(parts) }),
      }
      const position = yield* subscriptions.changeReading({ personId, number }, change).pipe(Effect.catch(refuseRule))
      return yield* rulesAfter(personId, position)
    }, provide),
  }
})

const partsByCreator = Effect.fnUntraced(function* (listed: NonNullable<ReadingPayload["parts"]>) {
  const parts = new Map<string, number>()
  for (const { channelCode, perMille } of listed) parts.set(yield* findCreator(channelCode), perMille)
  return parts
})
