import type { AccountState } from "../Account.ts"
import type { AccountEvent, Purpose } from "../events.ts"
import { issueCode, type NewCode } from "./checkCode.ts"

/** Codes that an account may request. An inactive account can be activated, and its password reset. */
const ALLOWED: Readonly<Record<AccountState["status"], ReadonlyArray<Purpose>>> = {
  none: [],
  open: ["activation", "reset"],
  active: ["signIn", "reset", "password", "preference", "untiefa"],
  deleted: [],
}

/** Issues a code if the account may have one; otherwise does nothing, and the caller cannot tell. */
export const requestCode =
  (purpose: Purpose, code: NewCode) =>
  (state: AccountState): ReadonlyArray<AccountEvent> =>
    ALLOWED[state.status].includes(purpose) ? [issueCode(purpose, code, state)] : []
