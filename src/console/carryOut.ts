import { Cause, Duration, Effect, Fiber } from "effect"
import { type AnyOperation, Operations } from "#core/operations"
import type { OperationServices } from "../operations/registry.ts"

/** How long a page waits for the end of an operation. A longer one, such as a rebuild, goes on in this process. */
const WAIT_MS_MAX = 5_000

/**
 * Carries a run out. Refusals before it starts are the result; afterwards its state says what became of it. A defect is
 * reported and leaves the run started, so that operators see it and can carry it out again.
 */
export const carryOut = Effect.fn("carryOut")(function* (
  operation: AnyOperation<OperationServices>,
  operationId: string,
  operatorId: string,
) {
  const running = yield* Operations.use((operations) => operations.execute(operation, operationId, operatorId)).pipe(
    Effect.tapCause((cause) =>
      Cause.hasDies(cause) ? Effect.logError("an operation failed", { operationId }, cause) : Effect.void,
    ),
    Effect.forkDetach,
  )
  yield* running.pipe(Fiber.join, Effect.timeoutOption(Duration.millis(WAIT_MS_MAX)))
})
