import { isSessionFresh } from "#core/accounts"
import type { CallData, CallPath } from "#src/api/calls.ts"
import { type CallOrigin, ownCall } from "#src/web/ownCall.ts"

export type SecondStep = CallData<"UserPreference/LoadTwoStep">
export type AppPassword = CallData<"UserPreference/LoadAppPasswords">["appPasswords"][number]
export type PasskeyEntry = CallData<"UserPreference/LoadPasskeys">["passkeys"][number]
export type LinkedIdentities = CallData<"User/LoadThirdParties"> & CallData<"UserPreference/LoadIdentities">
type Enrolment = CallData<"UserPreference/EnrollTwoStepVerification">
export type Enrolling =
  | ({ readonly step: "scan" } & Enrolment)
  | { readonly step: "code"; readonly enrollmentId: string }

/** A member's ways to sign in. `enrolling` if the page offers to turn on or replace the second step. */
export const readSecurity = async (asker: CallOrigin, query: URLSearchParams) => {
  const load = async <Path extends CallPath, Otherwise>(path: Path, otherwise: Otherwise) => {
    const answer = await ownCall(path, {}, asker)
    return answer.ok ? answer.data : otherwise
  }
  const off: SecondStep = { bind2FA: false, enrolled: null, recoveryCodesLeft: 0, removalDue: null }
  const [step, { appPasswords }, { passkeys }, { providers }, own] = await Promise.all([
    load("UserPreference/LoadTwoStep", off),
    load("UserPreference/LoadAppPasswords", { appPasswords: [] }),
    load("UserPreference/LoadPasskeys", { passkeys: [] }),
    load("User/LoadThirdParties", { providers: [] }),
    load("UserPreference/LoadIdentities", { identities: [], offered: null }),
  ])
  const linked: LinkedIdentities = { providers, ...own }
  const enrollmentId = query.get("enrolment")
  const begin = () => load("UserPreference/EnrollTwoStepVerification", null)
  const isWanted = !step.bind2FA || query.has("replace") || enrollmentId !== null
  const begun = isWanted && enrollmentId === null ? await begin() : null
  const enrolling: Enrolling | null =
    isWanted && enrollmentId !== null
      ? { step: "code", enrollmentId }
      : begun === null
        ? null
        : { step: "scan", ...begun }
  const isConfirmationOwed = !isSessionFresh(asker.locals.member?.sessionId ?? "", Date.now())
  return { step, appPasswords, passkeys, linked, enrolling, isConfirmationOwed }
}
