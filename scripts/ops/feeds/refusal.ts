import { Effect } from "effect"
import type { AddRefusal } from "#core/feeds"
import { type PlainKey, translator } from "../../../src/i18n/index.ts"
import { Refused } from "../lib/exit.ts"

/** Why an address did not become a feed, in a sentence. */
export const whyNot = ({ messageKey }: AddRefusal): string => translator("en")(messageKey)

/** Why a look at a feed failed, in a sentence. @param reason the refusal's message key as it was stored */
export const whyFailed = (reason: string, status: number | null): string => {
  const sentence = translator("en")(reason as PlainKey)
  return status === null ? sentence : `${sentence} (HTTP ${status})`
}

/** A refusal ends the command with its sentence. */
export const orRefuse = <A, R>(effect: Effect.Effect<A, AddRefusal, R>): Effect.Effect<A, never, R> =>
  Effect.catch(effect, (refusal) => Effect.die(new Refused(whyNot(refusal))))
