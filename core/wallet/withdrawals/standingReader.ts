import { Effect } from "effect"
import { creatorReader } from "#core/channels"
import { levelReader } from "#core/identity"
import type { Standing } from "../withdrawalRules/allowance.ts"

/** Reads what withdrawals ask of a person: the level of their identity, and whether they have a channel. */
export const standingReader = Effect.gen(function* () {
  const [readLevel, isCreator] = [yield* levelReader, yield* creatorReader]
  return (personId: string): Effect.Effect<Standing> =>
    Effect.all({ level: readLevel(personId), isCreator: isCreator(personId) })
})
