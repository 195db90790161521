import { Result } from "effect"
import type { AppPasswordState } from "./AppPasswordBook.ts"
import { type AppPasswordEvent, AppPasswordRevoked } from "./events.ts"
import { NoAppPassword } from "./refusals.ts"

export type RevokeAppPassword = { readonly personId: string; readonly passwordId: string; readonly nowIso: string }

/** An app's password counts no more. Only the person's own can be meant, because the history is theirs. */
export const revokeAppPassword =
  ({ personId, passwordId, nowIso }: RevokeAppPassword) =>
  (state: AppPasswordState): Result.Result<ReadonlyArray<AppPasswordEvent>, NoAppPassword> =>
    state.some((each) => each.passwordId === passwordId)
      ? Result.succeed([AppPasswordRevoked.make({ personId, passwordId, revokedAt: nowIso })])
      : Result.fail(new NoAppPassword({}))
