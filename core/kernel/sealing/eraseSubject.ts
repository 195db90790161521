import { Effect, Result } from "effect"
import { SubjectErased, SubjectEvents } from "../events.ts"
import { writer } from "../writing/writer.ts"
import { Sealing } from "./Sealing.ts"

const Subject = {
  category: "subject",
  events: SubjectEvents,
  initial: false,
  evolve: () => true,
}

/**
 * Erases a person: drops the key that seals their data, then appends the fact that makes projections forget.
 * Safe to repeat; answers whether there was a key.
 */
export const eraseSubject = Effect.fn("eraseSubject")(function* (subjectId: string) {
  const hadKey = yield* (yield* Sealing).shred(subjectId)
  const write = yield* writer(Subject)
  yield* write(subjectId.toLowerCase(), (erased) =>
    Result.succeed(erased ? [] : [SubjectErased.make({ subjectId: subjectId.toLowerCase() })]),
  ).pipe(Effect.orDie)
  return { hadKey }
})
