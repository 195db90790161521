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
 * Erases a person: deletes the key of their sealed data, then appends the event that makes projections delete their
 * copies. Idempotent. Returns whether there was a key.
 */
export const eraseSubject = Effect.fn("eraseSubject")(function* (subjectId: string) {
  const hadKey = yield* (yield* Sealing).shred(subjectId)
  const write = yield* writer(Subject)
  yield* write(subjectId.toLowerCase(), (erased) =>
    Result.succeed(erased ? [] : [SubjectErased.make({ subjectId: subjectId.toLowerCase() })]),
  ).pipe(Effect.orDie)
  return { hadKey }
})
