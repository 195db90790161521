import { Result } from "effect"
import type { AppPasswordState } from "./AppPasswordBook.ts"
import { type AppPasswordEvent, AppPasswordMade } from "./events.ts"
import { APP_PASSWORDS_MAX, TooManyAppPasswords } from "./refusals.ts"

export type MakeAppPassword = {
  readonly personId: string
  readonly passwordId: string
  readonly name: string
  readonly hash: string
  readonly nowIso: string
}

/** Adds an app password. */
export const makeAppPassword =
  ({ nowIso, ...password }: MakeAppPassword) =>
  (state: AppPasswordState): Result.Result<ReadonlyArray<AppPasswordEvent>, TooManyAppPasswords> =>
    state.length >= APP_PASSWORDS_MAX
      ? Result.fail(new TooManyAppPasswords({}))
      : Result.succeed([AppPasswordMade.make({ ...password, madeAt: nowIso })])
