import { readForm } from "#src/web/forms/readForm.ts"
import { signedIn } from "#src/web/signedIn.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, noticeCodeSent, toFormRefusal } from "./Page.ts"

/** What the sign-up page shows: the form, or where to enter the code that was mailed. */
export type SignUpView = FormRefusal & {
  readonly step: "form" | "code"
  readonly email: string
  readonly inviteCode: string
  /** What the server says about the invitation of the address; undefined if there is none. */
  readonly inviteMessage?: string
}

/** Carries out what a form of the sign-up page asks for. */
export const handleSignUpForm = async (page: ActingPage): Promise<Response | SignUpView> => {
  const blank = { ...NO_REFUSAL, noticeCodeSent, step: "form", email: "" } as const
  const invited = page.url.searchParams.get("invite") ?? ""
  if (page.request.method !== "POST") {
    if (invited === "") return { ...blank, inviteCode: invited }
    const checked = await callOf(page)("user/presignup", { inviteCode: invited })
    if (checked.ok) return { ...blank, inviteCode: invited, inviteMessage: checked.message }
    return { ...blank, inviteCode: invited, ...toFormRefusal(checked, "inviteCode") }
  }
  const form = await readForm(page.request)
  const field = (name: string) => form.get(name) ?? ""
  const call = callOf(page)
  const email = field("email")
  const inviteCode = field("inviteCode")
  const atCode = { ...blank, step: "code", email, inviteCode } as const

  // The form with an invitation keeps what was typed.
  if (form.get("do") === "edit") return { ...blank, email, inviteCode }
  if (form.get("do") === "activate") {
    const session = await call("User/activation", { email, code: field("code") })
    return session.ok ? signedIn(session, page.locals.returnTo) : { ...atCode, ...toFormRefusal(session, "code") }
  }
  if (form.get("do") === "again") {
    const sent = await call("User/ReSendEmail", { email })
    if (!sent.ok) return { ...atCode, ...toFormRefusal(sent) }
    noticeCodeSent(page.locals)
    return atCode
  }
  const opened = await call("User/SignUp", {
    email,
    password: field("password"),
    // The field may stay empty where no invitation is needed.
    ...(inviteCode === "" && !page.locals.site.needsInvite ? {} : form.has("inviteCode") ? { inviteCode } : {}),
  })
  if (!opened.ok) return { ...atCode, step: "form", ...toFormRefusal(opened, "email", "password", "inviteCode") }
  noticeCodeSent(page.locals)
  return atCode
}
