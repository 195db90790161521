import { paths } from "#src/lib/paths.ts"
import { readForm, redirectTo } from "#src/web/forms/readForm.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, noticeCodeSent, toFormRefusal } from "./Page.ts"

/** What the page for a forgotten password asks for: the address, or a new password with the code or the link of a mail. */
export type ForgotView = FormRefusal & {
  readonly step: "address" | "code" | "link"
  readonly email: string
  readonly token: string
}

/** Carries out what a form of the page for a forgotten password asks for. */
export const handleForgotPasswordForm = async (page: ActingPage): Promise<Response | ForgotView> => {
  const link = page.url.searchParams.get("link") ?? ""
  const blank = { ...NO_REFUSAL, noticeCodeSent, email: "", token: link }
  if (page.request.method !== "POST") return { ...blank, step: link === "" ? "address" : "link" }
  const form = await readForm(page.request)
  const field = (name: string) => form.get(name) ?? ""
  const [email, token] = [field("email"), field("token")]
  const view = { ...blank, email, token }
  const call = callOf(page)

  if (form.get("do") === "send") {
    const sent = await call("User/forgetpassword", { email })
    if (!sent.ok) return { ...view, step: "address", ...toFormRefusal(sent, "email") }
    noticeCodeSent(page.locals)
    return { ...view, step: "code" }
  }
  const proof = token === "" ? { email, code: field("code") } : { token }
  const chosen = await call("User/forgetpasswordverification", {
    ...proof,
    newPassword: field("newPassword"),
    removeOtherSignIns: form.has("removeOthers"),
  })
  if (chosen.ok) return redirectTo(paths.signIn, { notice: "password-changed", cookies: chosen.cookies })
  return { ...view, step: token === "" ? "code" : "link", ...toFormRefusal(chosen, "code", "newPassword") }
}
