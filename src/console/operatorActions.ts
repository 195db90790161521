import { Effect } from "effect"
import { type AnyOperation, Operations } from "#core/operations"
import { OperatorSessions, Operators, SignatureRefused } from "#core/operators"
import type { OperationServices } from "../operations/registry.ts"
import { carryOut } from "./carryOut.ts"
import { readNewPasskey, readSignature } from "./forms.ts"
import { asOperator } from "./http.ts"
import { PASSKEY_NAME_LENGTH_MAX, REASON_LENGTH_MAX } from "./limits.ts"
import { run } from "./runtime.ts"
import { type ConsoleText, storedText } from "./texts/index.ts"

type Fields = Readonly<Record<string, string>>

/** The name of a new passkey in a form. */
export const passkeyName = (fields: Fields): string => (fields["name"] ?? "").trim().slice(0, PASSKEY_NAME_LENGTH_MAX)

/** Adds or removes a passkey, or ends a session of the operator. Returns the problem, or null. */
export const changeOwnAccess = (t: ConsoleText, operatorId: string, fields: Fields): Promise<string | null> => {
  const { session, remove, signed = "" } = fields
  const change = Effect.gen(function* () {
    const operators = yield* Operators
    if (session !== undefined) return yield* endOwnSession(operatorId, session)
    if (remove !== undefined) return yield* operators.removePasskey(operatorId, remove)
    const made = readNewPasskey(signed)
    if (made === null) return yield* new SignatureRefused({})
    yield* operators.addPasskey(operatorId, made, passkeyName(fields))
  })
  return run(
    change.pipe(
      asOperator(operatorId),
      Effect.match({ onSuccess: () => null, onFailure: ({ messageKey }) => t(messageKey) }),
    ),
  )
}

const endOwnSession = Effect.fn("endOwnSession")(function* (operatorId: string, sessionId: string) {
  const sessions = yield* OperatorSessions
  const own = yield* sessions.list(operatorId)
  if (own.some((each) => each.sessionId === sessionId)) yield* sessions.end(sessionId)
})

/** Signs, stops or carries out a run. The last signature that it needs carries it out. Returns the problem, or null. */
export const actOnRun = (
  t: ConsoleText,
  operation: AnyOperation<OperationServices>,
  operationId: string,
  operatorId: string,
  fields: Fields,
): Promise<string | null> => {
  const act = Effect.gen(function* () {
    const operations = yield* Operations
    if (fields["act"] === "reject") {
      const reason = (fields["reason"] ?? "").trim().slice(0, REASON_LENGTH_MAX)
      return yield* operations.reject(operation, operationId, operatorId, reason)
    }
    if (fields["act"] === "execute") return yield* carryOut(operation, operationId, operatorId)
    const signed = readSignature(fields["signed"] ?? "")
    if (signed === null) return yield* new SignatureRefused({})
    yield* operations.approve(operation, operationId, operatorId, signed)
    const run = yield* operations.find(operationId)
    if (run !== null && run.approvals.length >= run.approvalsNeeded) yield* carryOut(operation, operationId, operatorId)
  })
  return run(
    act.pipe(
      asOperator(operatorId, operationId),
      Effect.match({
        onSuccess: () => null,
        onFailure: (failure) =>
          failure._tag === "CannotPlan" ? storedText(t, failure.key, failure.values) : t(failure.messageKey),
      }),
    ),
  )
}
