import type { Aggregate } from "#core/kernel"
import { TwoStepEvent, TwoStepEvents } from "./events.ts"

export type TwoStepState = {
  /** Shared secret of the authenticator; null without a second step. */
  readonly secret: Buffer | null
  /** Whether the second step is on. After erasure it is on without a secret, so that nobody can pass. */
  readonly isOn: boolean
  readonly enrolledMs: number
  /** The newest time step whose code was accepted. */
  readonly lastStep: number
  /** Hashes of the unused recovery codes. */
  readonly recovery: ReadonlyArray<string>
  readonly removal: { readonly codeId: string; readonly dueMs: number } | null
}

const off: TwoStepState = { secret: null, isOn: false, enrolledMs: 0, lastStep: 0, recovery: [], removal: null }

/** A person's second step, by person id. */
export const TwoStep: Aggregate<TwoStepState, TwoStepEvent> = {
  category: "twostep",
  events: TwoStepEvents,
  initial: off,
  evolve: (state, event) =>
    TwoStepEvent.match(event, {
      "accounts.TwoStepEnrolled.v1": ({ secret, recoveryHashes, step, enrolledAt }): TwoStepState => ({
        secret: secret === null ? null : Buffer.from(secret, "base64url"),
        isOn: true,
        enrolledMs: Date.parse(enrolledAt),
        lastStep: step,
        recovery: recoveryHashes ?? [],
        removal: null,
      }),
      "accounts.TwoStepStopped.v1": () => off,
      "accounts.TwoStepCodeAccepted.v1": ({ step }) => ({ ...state, lastStep: step }),
      "accounts.RecoveryCodeUsed.v1": ({ hash }) => ({
        ...state,
        recovery: state.recovery.filter((each) => each !== hash),
      }),
      "accounts.RecoveryCodesMade.v1": ({ recoveryHashes }) => ({ ...state, recovery: recoveryHashes ?? [] }),
      "accounts.TwoStepRemovalRequested.v1": ({ codeId, dueAt }) => ({
        ...state,
        removal: { codeId, dueMs: Date.parse(dueAt) },
      }),
      "accounts.TwoStepRemovalCancelled.v1": () => ({ ...state, removal: null }),
      "accounts.TwoStepRemoved.v1": () => off,
    }),
}
