import { Effect, Result, Schema } from "effect"
import { makeEventFamily } from "./EventFamily.ts"
import { Sealing } from "./Sealing.ts"
import { writer } from "./writer.ts"

/** A person's personal data was erased: their key is gone, and every projection must forget what it copied. */
export const SubjectErased = Schema.TaggedStruct("kernel.SubjectErased.v1", { subjectId: Schema.String })
export type SubjectErased = typeof SubjectErased.Type

export const SubjectEvents = makeEventFamily(Schema.Union([SubjectErased]))

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
  yield* write(subjectId, (erased) => Result.succeed(erased ? [] : [SubjectErased.make({ subjectId })])).pipe(
    Effect.orDie,
  )
  return { hadKey }
})
