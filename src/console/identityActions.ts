import { Effect, Result } from "effect"
import { aboutDocument, IdentityReviews } from "#core/identity"
import { Operations } from "#core/operations"
import { aboutUnderEmbargo, type EmbargoDays, type Operator, Operators, SignatureRefused } from "#core/operators"
import { findStatement } from "#projections/identity"
import { waitFor } from "#projections/runner"
import { findOperation } from "../operations/registry.ts"
import { carryOut } from "./carryOut.ts"
import { readEmbargo, readSignature } from "./forms.ts"
import { asOperator } from "./http.ts"
import { run } from "./runtime.ts"
import { type ConsoleText, storedText } from "./texts/index.ts"

type Fields = Readonly<Record<string, string>>

/** Claims or releases a check: operations without a signature. Returns the problem, or null. */
export const claimOrRelease = (
  t: ConsoleText,
  { operatorId }: Operator,
  checkId: string,
  act: "claim" | "release",
): Promise<string | null> => {
  const operation = findOperation(`identity.${act}`)
  if (operation === null) throw new Error("The operation is not registered.")
  const work = Effect.gen(function* () {
    const operations = yield* Operations
    const operationId = yield* operations.plan(operation, { check: checkId }, operatorId)
    yield* carryOut(operation, operationId, operatorId)
    const state = yield* operations.find(operationId)
    return state?.reason == null ? null : storedText(t, `failed.${state.reason}`)
  })
  return run(
    work.pipe(
      asOperator(operatorId),
      Effect.match({
        onSuccess: (problem) => problem,
        onFailure: (failure) =>
          failure._tag === "CannotPlan" ? storedText(t, failure.key, failure.values) : t(failure.messageKey),
      }),
    ),
  )
}

/**
 * Records what a document says. It is no operation, because the inputs of operations stay in the log and these may not:
 * of a number only its HMAC is kept.
 */
export const readDocument = (
  t: ConsoleText,
  { operatorId }: Operator,
  checkId: string,
  { docId = "", mrz = "", number = "", day = "" }: Fields,
): Promise<string | null> => {
  const reading = mrz.trim() === "" ? { docId, number, day } : { docId, mrz }
  const work = Effect.gen(function* () {
    yield* Operators.use((operators) => operators.require(operatorId, "identity.review"))
    const reviews = yield* IdentityReviews
    const { position } = yield* reviews.read(checkId, reading, `operator:${operatorId}`)
    yield* waitFor("identity", position)
  })
  return run(
    work.pipe(
      asOperator(operatorId),
      Effect.match({
        onSuccess: () => null,
        onFailure: (failure) =>
          storedText(t, `failed.${"problem" in failure ? `${failure._tag}.${failure.problem}` : failure._tag}`),
      }),
    ),
  )
}

type Named = { readonly checkId: string; readonly docId: string }

/** Begins a look at a document: options for the passkey that binds check, document, reason and operator. */
export const beginLook = (
  { operatorId }: Operator,
  named: Named,
  { reason, embargoDays }: { readonly reason: string; readonly embargoDays: EmbargoDays },
) => {
  const about = aboutUnderEmbargo(aboutDocument(named), embargoDays)
  return run(Operators.use((operators) => operators.beginLook({ operatorId, about, reason })))
}

/** Asks the keeper for an image, with the operator's signature. The statement is shown beside it, after the record. */
export const openDocument = ({ operatorId }: Operator, named: Named, fields: Fields) => {
  const { reason = "", lookId = "", madeMs = "", signed: answer = "" } = fields
  const work = Effect.gen(function* () {
    yield* Operators.use((operators) => operators.require(operatorId, "identity.review"))
    const signed = readSignature(answer)
    if (signed === null || !/^\d{1,15}$/.test(madeMs)) return yield* new SignatureRefused({})
    const reviews = yield* IdentityReviews
    const image = yield* reviews.look({
      ...{ ...named, operatorId, reason, embargoDays: readEmbargo(fields) },
      ...{ lookId, madeMs: Number(madeMs), signed },
    })
    return { image, statement: yield* findStatement(named.checkId) }
  })
  return run(work.pipe(asOperator(operatorId), Effect.result))
}

/** Why a document was not opened. */
export const openingProblem = (t: ConsoleText, opened: Awaited<ReturnType<typeof openDocument>>): string | null => {
  if (Result.isSuccess(opened)) return null
  const { failure } = opened
  if (failure._tag === "NotOpened") return storedText(t, `notOpened.${failure.cause}`)
  return failure._tag === "KeeperUnavailable" ? storedText(t, "failed.KeeperUnavailable") : t(failure.messageKey)
}
