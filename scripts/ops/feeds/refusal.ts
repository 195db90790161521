import { Effect } from "effect"
import type { AddRefusal } from "#core/feeds"
import { translator } from "../../../src/i18n/index.ts"
import { Refused } from "../lib/exit.ts"

/** Why an address did not become a feed, in a sentence. */
export const whyNot = ({ messageKey }: AddRefusal): string => translator("en")(messageKey)

/** A refusal ends the command with its sentence. */
export const orRefuse = <A, R>(effect: Effect.Effect<A, AddRefusal, R>): Effect.Effect<A, never, R> =>
  Effect.catch(effect, (refusal) => Effect.die(new Refused(whyNot(refusal))))
