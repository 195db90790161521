import { paths } from "#src/lib/paths.ts"
import { readForm } from "#src/web/forms/readForm.ts"
import { signedIn } from "#src/web/signedIn.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, noticeCodeSent, toFormRefusal } from "./Page.ts"

/** What the sign-in page asks for: a password, an address for a code, or that code. */
export type SignInView = FormRefusal & {
  readonly step: "password" | "address" | "code"
  readonly email: string
  /** Where to go on afterwards: a path, as it came. */
  readonly redirect: string
}

/** Carries out what a form of the sign-in page asks for. */
export const handleSignInForm = async (page: ActingPage): Promise<Response | SignInView> => {
  const { request, url, locals } = page
  // Where the page stands in place of another one, that one is where its reader was going.
  const inPlace = locals.path.startsWith(paths.signIn) ? "" : locals.address
  const wanted = url.searchParams.get("redirect") ?? (inPlace || (locals.returnTo ?? ""))
  const step = url.searchParams.get("by") === "code" ? "address" : "password"
  const blank = { ...NO_REFUSAL, noticeCodeSent, email: "", redirect: wanted }
  if (request.method !== "POST") return { ...blank, step }
  const form = await readForm(request)
  const field = (name: string) => form.get(name) ?? ""
  const email = field("email")
  const redirect = field("redirect")
  const view = { ...blank, email, redirect }
  const call = callOf(page)

  switch (form.get("do")) {
    case "send": {
      const sent = await call("User/SendConfirmationCode", { email })
      if (!sent.ok) return { ...view, step: "address", ...toFormRefusal(sent, "email") }
      noticeCodeSent(locals)
      return { ...view, step: "code" }
    }
    case "code": {
      const session = await call("User/SignInByCode", { email, code: field("code") })
      return session.ok ? signedIn(session, redirect) : { ...view, step: "code", ...toFormRefusal(session, "code") }
    }
    default: {
      const session = await call("User/SignIn", { email, password: field("password") })
      return session.ok
        ? signedIn(session, redirect)
        : { ...view, step: "password", ...toFormRefusal(session, "email", "password") }
    }
  }
}
