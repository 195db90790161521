import { Effect } from "effect"
import type { AddRefusal } from "#core/feeds"
import { type PlainKey, translator } from "../../../src/i18n/index.ts"
import { Refused } from "../lib/exit.ts"

/** Formats the reason why an address was not added as a feed. */
export const refusalSentence = ({ messageKey }: AddRefusal): string => translator("en")(messageKey)

/** Formats the reason why a fetch failed. @param reason the stored message key of the refusal */
export const failureSentence = (reason: string, status: number | null): string => {
  const sentence = translator("en")(reason as PlainKey)
  return status === null ? sentence : `${sentence} (HTTP ${status})`
}

/** A refusal ends the command and prints its sentence. */
export const orExit = <A, R>(effect: Effect.Effect<A, AddRefusal, R>): Effect.Effect<A, never, R> =>
  Effect.catch(effect, (refusal) => Effect.die(new Refused(refusalSentence(refusal))))
