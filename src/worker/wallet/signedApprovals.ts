import { Effect } from "effect"
import type { PaymentApproval } from "#core/chains"
import { Sql } from "#core/kernel"
import { signedRunReader } from "#core/operations"

/** Approvals of one withdrawal that the signer is shown: the newest. */
const APPROVALS_MAX = 20

/**
 * Finds the operators' approvals of a withdrawal with their signed plans. An approval is caused by a run of an operation,
 * whose id is the correlation id of the event. Nothing here is trusted: the signer verifies all of it.
 */
export const signedApprovals = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const read = yield* signedRunReader
  return Effect.fn("signedApprovals")(function* (
    withdrawalId: string,
  ): Effect.fn.Return<ReadonlyArray<PaymentApproval>> {
    const runs = yield* Effect.promise(
      () => sql<Array<{ operationId: string }>>`
        select correlation_id as "operationId" from es.event
        where stream = ${`withdrawal-${withdrawalId}`} and type = 'wallet.ApprovalGiven.v1'
        order by version desc limit ${APPROVALS_MAX}`,
    )
    const signed = yield* Effect.forEach(runs, ({ operationId }) => read(operationId))
    return signed.flatMap(({ plan, approvals }) =>
      approvals.map(({ operatorId, clientData, authenticatorData, signature }) => ({
        ...{ operatorId, plan, clientData, authenticatorData, signature },
      })),
    )
  })
})
