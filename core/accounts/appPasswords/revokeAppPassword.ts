import { Result } from "effect"
import type { AppPasswordState } from "./AppPasswordBook.ts"
import { type AppPasswordEvent, AppPasswordRevoked } from "./events.ts"
import { NoAppPassword } from "./refusals.ts"

export type RevokeAppPassword = { readonly personId: string; readonly passwordId: string; readonly nowIso: string }

/** Revokes an app password. The stream is the person's own, so passwords of others cannot be revoked. */
export const revokeAppPassword =
  ({ personId, passwordId, nowIso }: RevokeAppPassword) =>
  (state: AppPasswordState): Result.Result<ReadonlyArray<AppPasswordEvent>, NoAppPassword> =>
    state.some((each) => each.passwordId === passwordId)
      ? Result.succeed([AppPasswordRevoked.make({ personId, passwordId, revokedAt: nowIso })])
      : Result.fail(new NoAppPassword({}))
