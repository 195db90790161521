import { Result } from "effect"
import { type Aggregate, formatIso } from "#core/kernel"
import {
  OperatorKeyEvent,
  OperatorKeyEvents,
  OperatorPasskeyAdded,
  OperatorPasskeyRemoved,
  OperatorPasskeyUsed,
} from "./events.ts"
import { NoOperator, NotAllowed, PasskeyNotAdded, SignatureRefused } from "./refusals.ts"

/** An operator needs this many passkeys before their first action, so that a lost one locks nobody out. */
export const PASSKEYS_MIN = 2
export const PASSKEYS_MAX = 10

export type OperatorPasskey = {
  readonly passkeyId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly name: string
  readonly addedMs: number
  /** Null if it was never used. */
  readonly usedMs: number | null
}
export type OperatorKeysState = ReadonlyArray<OperatorPasskey>

/** The passkeys of one operator, by operator id. */
export const OperatorKeys: Aggregate<OperatorKeysState, OperatorKeyEvent> = {
  category: "operatorkeys",
  events: OperatorKeyEvents,
  initial: [],
  evolve: (state, event) =>
    OperatorKeyEvent.match(event, {
      "operators.PasskeyAdded.v1": ({ passkeyId, credentialId, publicKey, counter, name, addedAt }) => [
        ...state,
        ...[
          { passkeyId, credentialId, publicKey, counter, name: name ?? "", addedMs: Date.parse(addedAt), usedMs: null },
        ],
      ],
      "operators.PasskeyRemoved.v1": ({ passkeyId }) => state.filter((each) => each.passkeyId !== passkeyId),
      "operators.PasskeyUsed.v1": ({ passkeyId, counter, usedAt }) =>
        state.map((each) => (each.passkeyId === passkeyId ? { ...each, counter, usedMs: Date.parse(usedAt) } : each)),
    }),
}

type Decided<Refusal> = Result.Result<ReadonlyArray<OperatorKeyEvent>, Refusal>

/** Adds a verified passkey. */
export const addOperatorPasskey =
  ({ nowMs, ...passkey }: Omit<typeof OperatorPasskeyAdded.Type, "_tag" | "addedAt"> & { readonly nowMs: number }) =>
  (state: OperatorKeysState): Decided<PasskeyNotAdded> => {
    if (state.some(({ credentialId }) => credentialId === passkey.credentialId))
      return Result.fail(new PasskeyNotAdded({ problem: "known" }))
    if (state.length >= PASSKEYS_MAX) return Result.fail(new PasskeyNotAdded({ problem: "many" }))
    return Result.succeed([OperatorPasskeyAdded.make({ ...passkey, addedAt: formatIso(nowMs) })])
  }

/** Removes a passkey; two must remain. */
export const removeOperatorPasskey =
  ({ nowMs, ...which }: { readonly operatorId: string; readonly passkeyId: string; readonly nowMs: number }) =>
  (state: OperatorKeysState): Decided<NoOperator | NotAllowed> => {
    if (!state.some(({ passkeyId }) => passkeyId === which.passkeyId)) return Result.fail(new NoOperator({}))
    if (state.length <= PASSKEYS_MIN) return Result.fail(new NotAllowed({ problem: "lastPasskeys" }))
    return Result.succeed([OperatorPasskeyRemoved.make({ ...which, removedAt: formatIso(nowMs) })])
  }

/**
 * Accepts a verified signature. Where a passkey counts its signatures, a count that is not higher is a copy's or a
 * repeat (Web Authentication, section 6.1.1).
 */
export const acceptSignature =
  ({ nowMs, ...used }: Omit<typeof OperatorPasskeyUsed.Type, "_tag" | "usedAt"> & { readonly nowMs: number }) =>
  (state: OperatorKeysState): Decided<SignatureRefused> => {
    const passkey = state.find(({ passkeyId }) => passkeyId === used.passkeyId)
    const isCopy = passkey !== undefined && (used.counter > 0 || passkey.counter > 0) && used.counter <= passkey.counter
    if (passkey === undefined || isCopy) return Result.fail(new SignatureRefused({}))
    return Result.succeed([OperatorPasskeyUsed.make({ ...used, usedAt: formatIso(nowMs) })])
  }
