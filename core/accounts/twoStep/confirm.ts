import { Result } from "effect"
import type { AccountState } from "../Account.ts"
import { checkCode } from "../codes/checkCode.ts"
import type { AccountEvent } from "../events.ts"
import { ConfirmationRequired } from "./refusals.ts"

/** Within this time after signing in, changes need no confirmation by mail. */
const SESSION_FRESH_MS = 900_000

/** A person who changes how they sign in, and the code that confirms it. */
export type ConfirmationInput = {
  readonly personId: string
  readonly sessionId: string
  /** The mailed code; empty if there is none. */
  readonly confirmation: string
}

/** `isRight`: the code is right or not required. `facts`: events of the account. */
export type ConfirmationResult = { readonly isRight: boolean; readonly facts: ReadonlyArray<AccountEvent> }

/**
 * Confirms a change of how a person signs in: by a fresh sign-in or by a mailed code. A stolen or forgotten session alone is
 * not enough.
 */
export const checkConfirmation = (
  account: Pick<AccountState, "codes" | "refusedMs">,
  { personId, sessionId, confirmation }: ConfirmationInput,
  isDigitsOf: (codeId: string, digits: string) => boolean,
  nowMs: number,
): Result.Result<ConfirmationResult, ConfirmationRequired> => {
  if (isSessionFresh(sessionId, nowMs)) return Result.succeed({ isRight: true, facts: [] })
  if (confirmation === "") return Result.fail(new ConfirmationRequired({}))
  const matches = (codeId: string) => isDigitsOf(codeId, confirmation)
  return Result.succeed(checkCode(account, { personId, purpose: "preference", matches, nowMs }))
}

/** Whether a session was started recently. Its id contains the start time (UUID version 7). */
export const isSessionFresh = (sessionId: string, nowMs: number): boolean =>
  nowMs - Number.parseInt(sessionId.replaceAll("-", "").slice(0, 12), 16) < SESSION_FRESH_MS
