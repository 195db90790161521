import { readForm } from "#src/web/forms/readForm.ts"
import { type CallOrigin, type OwnAnswer, ownCall } from "#src/web/ownCall.ts"
import type { SessionStarted } from "#src/web/signedIn.ts"
import { noticeCodeSent } from "./Page.ts"

/** What a form of the page about signing in has done. */
export interface Outcome {
  /** Which form it was: what went wrong is said there. */
  readonly part?: "step" | "apps" | "passkeys" | "others"
  readonly error?: string
  /** Shown only now. */
  readonly recoveryCodes?: ReadonlyArray<string>
  readonly appPassword?: { readonly name: string; readonly password: string }
  /** Done: the page is loaded again. */
  readonly isDone?: true
  /** The second step was passed: the session that it completed, if it was pending. */
  readonly passed?: Extract<OwnAnswer<SessionStarted | null>, { readonly ok: true }>
}

type Form = ReadonlyMap<string, string>
type Act = (form: Form, asker: CallOrigin) => Promise<Outcome>

/** Does what a form asks for, with the product's own calls. Works without scripts. */
export const act = async (request: Request, asker: CallOrigin): Promise<Outcome> => {
  const form = await readForm(request)
  const name = form.get("do") ?? ""
  return Object.hasOwn(ACTS, name) ? ((await ACTS[name]?.(form, asker)) ?? {}) : {}
}

const field = (form: Form, name: string) => form.get(name) ?? ""
/** Fields that were left empty are not sent: the calls then say what is missing. */
const some = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""))
const confirmation = (form: Form) => some({ confirmationCode: field(form, "confirmation") })
const again: Outcome = { isDone: true }

const ACTS: Readonly<Record<string, Act>> = {
  verify: async (form, asker) => {
    const body = { code: field(form, "code") }
    const answer = await ownCall("UserPreference/TwoStepVerification", body, asker)
    return answer.ok ? { passed: answer } : { part: "step", error: answer.message }
  },
  enrol: async (form, asker) => {
    const body = {
      enrollmentId: field(form, "enrolment"),
      ...some({ code: field(form, "code"), currentCode: field(form, "current") }),
      ...confirmation(form),
    }
    return shown(await ownCall("UserPreference/EnrollTwoStepVerification", body, asker))
  },
  renew: async (form, asker) =>
    shown(
      await ownCall("UserPreference/RenewRecoveryCodes", { code: field(form, "code"), ...confirmation(form) }, asker),
    ),
  stop: async (form, asker) => {
    const body = { code: field(form, "code"), ...confirmation(form) }
    const answer = await ownCall("UserPreference/StopTwoStepVerification", body, asker)
    return answer.ok ? again : { part: "step", error: answer.message }
  },
  keep: async (_, asker) => {
    const answer = await ownCall("UserPreference/CancelTwoStepRemoval", {}, asker)
    return answer.ok ? again : { part: "step", error: answer.message }
  },
  send: async (_, asker) => {
    const answer = await ownCall("UserPreference/SendConfirmationCode", {}, asker)
    if (!answer.ok) return { part: "step", error: answer.message }
    noticeCodeSent(asker.locals)
    return {}
  },
  make: async (form, asker) => {
    const body = { name: field(form, "name"), ...confirmation(form) }
    const answer = await ownCall("UserPreference/MakeAppPassword", body, asker)
    return answer.ok
      ? { part: "apps", appPassword: { name: body.name, password: answer.data.password } }
      : { part: "apps", error: answer.message }
  },
  revoke: async (form, asker) => {
    const answer = await ownCall("UserPreference/RevokeAppPassword", { appPasswordId: field(form, "id") }, asker)
    return answer.ok ? again : { part: "apps", error: answer.message }
  },
  link: async (_, asker) => {
    const answer = await ownCall("UserPreference/LinkIdentity", {}, asker)
    return answer.ok ? again : { part: "others", error: answer.message }
  },
  unlink: async (form, asker) => {
    const answer = await ownCall("UserPreference/UnlinkIdentity", { identityId: field(form, "id") }, asker)
    return answer.ok ? again : { part: "others", error: answer.message }
  },
  rename: async (form, asker) => {
    const body = { passkeyId: field(form, "id"), name: field(form, "name") }
    const answer = await ownCall("UserPreference/RenamePasskey", body, asker)
    return answer.ok ? again : { part: "passkeys", error: answer.message }
  },
  remove: async (form, asker) => {
    const body = { passkeyId: field(form, "id"), ...confirmation(form) }
    const answer = await ownCall("UserPreference/RemovePasskey", body, asker)
    return answer.ok ? again : { part: "passkeys", error: answer.message }
  },
}

const shown = (answer: OwnAnswer<{ readonly recoveryCodes: ReadonlyArray<string> }>): Outcome =>
  answer.ok ? { recoveryCodes: answer.data.recoveryCodes } : { part: "step", error: answer.message }
