import { paths } from "#src/lib/paths.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** What the page shows after an appeal that was refused. */
export type AppealView = FormRefusal & { readonly text: string }

/** Sends the appeal that a form contains. */
export const handleAppealForm = async (page: ActingPage, caseId: string): Promise<Response | AppealView> => {
  if (page.request.method !== "POST") return { ...NO_REFUSAL, text: "" }
  const text = (await readForm(page.request)).get("text") ?? ""
  const answered = await callOf(page)("UserProfile/AppealDecision", { caseId, text })
  if (answered.ok) return redirectTo(paths.decision(caseId), { notice: "appeal-sent" })
  return { text, ...toFormRefusal(answered, "text") }
}
