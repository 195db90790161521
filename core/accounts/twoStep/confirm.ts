import { Result } from "effect"
import type { AccountState } from "../Account.ts"
import { checkCode } from "../codes/checkCode.ts"
import type { AccountEvent } from "../events.ts"
import { ConfirmationRequired } from "./refusals.ts"

/** Within this time after signing in, changes need no confirmation by mail. */
const SESSION_FRESH_MS = 900_000

/** Who wants to change how they sign in, and how they show that it is them. */
export type ConfirmationInput = {
  readonly personId: string
  readonly sessionId: string
  /** The code that a mail brought; empty where none was asked for. */
  readonly confirmation: string
}

/** What became of it: the code was right or was not owed (`isRight`), and what that adds to the account's history. */
export type ConfirmationResult = { readonly isRight: boolean; readonly facts: ReadonlyArray<AccountEvent> }

/**
 * A session that was stolen or left open must not be enough to change how a person signs in: either they signed in just
 * now, or they give the code that was sent to them.
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

/** Whether somebody signed in just now. A session's id begins with the moment when it did (UUID of version 7). */
export const isSessionFresh = (sessionId: string, nowMs: number): boolean =>
  nowMs - Number.parseInt(sessionId.replaceAll("-", "").slice(0, 12), 16) < SESSION_FRESH_MS
