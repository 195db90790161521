import { paths } from "#src/lib/paths.ts"
import { leadTo, readForm } from "#src/web/forms/readForm.ts"
import { type ActingPage, callOf, NOTHING_REFUSED, noticeCodeSent, type Refused, refusedBy } from "./Page.ts"

/** What the page for a forgotten password asks for: the address, or a new password with the code or the link of a mail. */
export type ForgotView = Refused & {
  readonly step: "address" | "code" | "link"
  readonly email: string
  readonly token: string
}

/** Carries out what a form of the page for a forgotten password asks for. */
export const actForgot = async (page: ActingPage): Promise<Response | ForgotView> => {
  const link = page.url.searchParams.get("link") ?? ""
  const blank = { ...NOTHING_REFUSED, noticeCodeSent, email: "", token: link }
  if (page.request.method !== "POST") return { ...blank, step: link === "" ? "address" : "link" }
  const form = await readForm(page.request)
  const field = (name: string) => form.get(name) ?? ""
  const [email, token] = [field("email"), field("token")]
  const view = { ...blank, email, token }
  const call = callOf(page)

  if (form.get("do") === "send") {
    const sent = await call("User/forgetpassword", { email })
    if (!sent.ok) return { ...view, step: "address", ...refusedBy(sent, "email") }
    noticeCodeSent(page.locals)
    return { ...view, step: "code" }
  }
  const proof = token === "" ? { email, code: field("code") } : { token }
  const chosen = await call("User/forgetpasswordverification", {
    ...proof,
    newPassword: field("newPassword"),
    removeOtherSignIns: form.has("removeOthers"),
  })
  if (chosen.ok) return leadTo(paths.signIn, { notice: "password-changed", cookies: chosen.cookies })
  return { ...view, step: token === "" ? "code" : "link", ...refusedBy(chosen, "code", "newPassword") }
}
