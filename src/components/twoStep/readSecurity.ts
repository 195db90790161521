import { isSessionFresh } from "#core/accounts"
import { type Asker, ownCall } from "#src/web/ownCall.ts"

/** What the calls of the second step, of passkeys and of app passwords answer. */
export interface SecondStep {
  readonly bind2FA: boolean
  readonly enrolled: number | null
  readonly recoveryCodesLeft: number
  readonly removalDue: number | null
}
export interface AppPassword {
  readonly appPasswordId: string
  readonly name: string
  readonly made: number
}
export interface PasskeyEntry {
  readonly passkeyId: string
  readonly name: string
  readonly added: number
  readonly used: number | null
}
export interface LinkedIdentities {
  readonly providers: ReadonlyArray<{ readonly provider: string; readonly name: string }>
  readonly identities: ReadonlyArray<{
    readonly identityId: string
    readonly provider: string
    readonly label: string
    readonly linked: number
  }>
  /** The provider whose identity waits for the member to agree. */
  readonly offered: string | null
}
interface Enrolment {
  readonly enrollmentId: string
  readonly secret: string
  readonly uri: string
  readonly qr: string
}
export type Enrolling =
  | ({ readonly step: "scan" } & Enrolment)
  | { readonly step: "code"; readonly enrollmentId: string }

/** How a member's ways to sign in stand. `enrolling` where the page offers to turn the second step on or to replace it. */
export const readSecurity = async (asker: Asker, query: URLSearchParams) => {
  const ask = async <Data>(path: string, body: object, otherwise: Data): Promise<Data> => {
    const answer = await ownCall<Data>(path, body, asker)
    return answer.ok ? answer.data : otherwise
  }
  const off: SecondStep = { bind2FA: false, enrolled: null, recoveryCodesLeft: 0, removalDue: null }
  const [step, { appPasswords }, { passkeys }, { providers }, own] = await Promise.all([
    ask("UserPreference/LoadTwoStep", {}, off),
    ask<{ readonly appPasswords: ReadonlyArray<AppPassword> }>(
      "UserPreference/LoadAppPasswords",
      {},
      { appPasswords: [] },
    ),
    ask<{ readonly passkeys: ReadonlyArray<PasskeyEntry> }>("UserPreference/LoadPasskeys", {}, { passkeys: [] }),
    ask<Pick<LinkedIdentities, "providers">>("User/LoadThirdParties", {}, { providers: [] }),
    ask<Omit<LinkedIdentities, "providers">>("UserPreference/LoadIdentities", {}, { identities: [], offered: null }),
  ])
  const linked: LinkedIdentities = { providers, ...own }
  const enrollmentId = query.get("enrolment")
  const begin = () => ask<Enrolment | null>("UserPreference/EnrollTwoStepVerification", {}, null)
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
