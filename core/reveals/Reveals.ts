import { Cause, Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, writer } from "#core/kernel"
import {
  aboutUnderEmbargo,
  type EmbargoDays,
  embargoEnd,
  type NotAllowed,
  Operators,
  type PasskeyAnswer,
  type SignatureRefused,
} from "#core/operators"
import type { RevealedField } from "./events.ts"
import { allowReveals, RevealLog, recordReveal } from "./RevealLog.ts"
import { NotRevealed } from "./refusals.ts"

/** What a passkey signs before masked fields of a person are shown. */
export const aboutPerson = (personId: string, fields: ReadonlyArray<RevealedField>) => ({
  what: "fields of a person",
  personId,
  fields: fields.join(","),
})

export type RevealRequest = {
  readonly operatorId: string
  readonly personId: string
  readonly fields: ReadonlyArray<RevealedField>
  readonly reason: string
  /** Days for which the person does not see it. */
  readonly embargoDays: EmbargoDays
  readonly lookId: string
  readonly madeMs: number
  readonly signed: PasskeyAnswer
}

/** Reveals of masked fields: no fact, no bytes. */
export class Reveals extends Context.Service<
  Reveals,
  {
    /** Records that an operator sees fields of a person. Only when it succeeds may they be read. Returns the position. */
    record(request: RevealRequest): Effect.Effect<number, NotRevealed | NotAllowed | SignatureRefused>
    /** Allows an operator as many reveals again within the next hour. */
    allow(operatorId: string, by: string): Effect.Effect<number, NotRevealed>
  }
>()("core/reveals/Reveals") {
  static readonly layer = Layer.effect(
    Reveals,
    Effect.gen(function* () {
      const operators = yield* Operators
      const write = yield* writer(RevealLog)

      return Reveals.of({
        record: Effect.fn("Reveals.record")(function* ({
          operatorId,
          personId,
          fields,
          reason,
          embargoDays,
          signed,
          ...made
        }) {
          const about = aboutUnderEmbargo(aboutPerson(personId, fields), embargoDays)
          const look = { ...made, operatorId, about, reason }
          if (embargoDays > 0) yield* operators.require(operatorId, "looks.embargo")
          const { operator, evidence } = yield* operators.verifyLook(look, "people.reveal", signed)
          if (operator.personIds.includes(personId)) return yield* new NotRevealed({ problem: "own" })
          const nowMs = yield* Clock.currentTimeMillis
          const reveal = {
            operatorId,
            personId,
            fields,
            reason,
            embargoUntil: embargoEnd(embargoDays, nowMs),
            evidence,
          }
          const { receipt } = yield* write(operatorId, recordReveal(reveal, nowMs)).pipe(
            Effect.catchCause((cause) => {
              const error = Cause.squash(cause)
              if (error instanceof NotRevealed) return Effect.fail(error)
              return Effect.andThen(
                Effect.logError("a reveal could not be recorded", { operatorId }, cause),
                Effect.fail(new NotRevealed({ problem: "unrecorded" })),
              )
            }),
          )
          return receipt.position
        }),
        allow: Effect.fn("Reveals.allow")(function* (operatorId, by) {
          const decide = allowReveals(operatorId, by, yield* Clock.currentTimeMillis)
          return (yield* write(operatorId, decide).pipe(dieOnConflict)).receipt.position
        }),
      })
    }),
  )
}
