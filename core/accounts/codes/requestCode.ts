import type { AccountState } from "../Account.ts"
import type { AccountEvent, Purpose } from "../events.ts"
import { issueCode, type NewCode } from "./checkCode.ts"

/** Which codes an account may ask for: one that is not active yet can be activated, and its password chosen again. */
const ALLOWED: Readonly<Record<AccountState["status"], ReadonlyArray<Purpose>>> = {
  none: [],
  open: ["activation", "reset"],
  active: ["signIn", "reset", "password", "preference", "untiefa"],
  deleted: [],
}

/** A code is made where the account may have one; else nothing happens, and nobody is told. */
export const requestCode =
  (purpose: Purpose, code: NewCode) =>
  (state: AccountState): ReadonlyArray<AccountEvent> =>
    ALLOWED[state.status].includes(purpose) ? [issueCode(purpose, code, state)] : []
