import { Clock, Effect } from "effect"
import { manyReader, reader } from "#core/kernel"
import { PersonChecks } from "../claims/aggregates.ts"
import { levelOf } from "./beginCheck.ts"
import { Check } from "./Check.ts"

/** Reads the level of identity that a person has now, from the log; 0 without a valid check. */
export const levelReader = Effect.gen(function* () {
  const readPerson = yield* reader(PersonChecks)
  const readChecks = yield* manyReader(Check)
  return Effect.fn("identity.levelOf")(function* (personId: string) {
    const checks = yield* readChecks(yield* readPerson(personId))
    return levelOf(
      checks.map(({ state }) => state),
      yield* Clock.currentTimeMillis,
    )
  })
})
