import { Effect } from "effect"
import { formatIso, reader } from "#core/kernel"
import { canonicalPlan } from "./Operation.ts"
import { Run, type RunApproval } from "./Run.ts"

/** A run with everything that others need to verify its signatures. */
export type SignedRun = {
  readonly name: string
  /** The plan as canonical JSON; its SHA-256 is what the passkeys signed. */
  readonly plan: string
  readonly approvals: ReadonlyArray<RunApproval>
}

/** Reads runs with their signatures. */
export const signedRunReader = Effect.map(reader(Run), (read) =>
  Effect.fn("readSignedRun")(function* (operationId: string): Effect.fn.Return<SignedRun> {
    const { name, parameters, steps, approvalsNeeded, expiresMs, approvals } = yield* read(operationId)
    const expiresAt = formatIso(expiresMs)
    return {
      name,
      plan: canonicalPlan({ operationId, name, parameters, steps, approvalsNeeded, expiresAt }),
      approvals,
    }
  }),
)
