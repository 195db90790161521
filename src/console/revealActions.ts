import { Effect, Result } from "effect"
import { aboutUnderEmbargo, type EmbargoDays, type Operator, Operators, SignatureRefused } from "#core/operators"
import { aboutPerson, NotRevealed, Reveals } from "#core/reveals"
import { readEmbargo, readSignature } from "./forms.ts"
import { asOperator } from "./http.ts"
import { findEmail } from "./queries/people.ts"
import { run } from "./runtime.ts"
import { type ConsoleText, storedText } from "./texts/index.ts"

const FIELDS = ["email"] as const

/** Begins a reveal: options for the passkey that binds person, fields, reason and operator. */
export const beginReveal = (
  { operatorId }: Operator,
  personId: string,
  { reason, embargoDays }: { readonly reason: string; readonly embargoDays: EmbargoDays },
) => {
  const about = aboutUnderEmbargo(aboutPerson(personId, FIELDS), embargoDays)
  return run(Operators.use((operators) => operators.beginLook({ operatorId, about, reason })))
}

/** Reveals the address of a person: the record first, then the field. */
export const revealEmail = (
  t: ConsoleText,
  { operatorId }: Operator,
  personId: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly email: string | null; readonly problem: string | null }> => {
  const { reason = "", lookId = "", madeMs = "", signed: answer = "" } = fields
  const work = Effect.gen(function* () {
    const signed = readSignature(answer)
    if (signed === null || !/^\d{1,15}$/.test(madeMs)) return yield* new SignatureRefused({})
    const request = {
      operatorId,
      personId,
      fields: FIELDS,
      reason,
      embargoDays: readEmbargo(fields),
      lookId,
      madeMs: Number(madeMs),
      signed,
    }
    yield* Reveals.use((reveals) => reveals.record(request))
    return yield* findEmail(personId)
  })
  return run(work.pipe(asOperator(operatorId), Effect.result)).then((done) => {
    if (Result.isSuccess(done)) return { email: done.success, problem: null }
    const { failure } = done
    const problem =
      failure instanceof NotRevealed ? storedText(t, `notRevealed.${failure.problem}`) : t(failure.messageKey)
    return { email: null, problem }
  })
}
