import { type ActingPage, callOf } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"
import { settingIdOf } from "./settings.ts"

/** Sets how new posts of a channel come by mail, from the form on its page. Returns what went wrong, if anything did. */
export const handleEmailSetting = async (
  page: ActingPage,
  channelCode: string,
): Promise<Response | string | undefined> => {
  if (page.request.method !== "POST") return undefined
  const typed = await readForm(page.request)
  if (typed.get("do") !== "emailSetting") return undefined
  const emailSettingId = settingIdOf(typed.get("emailSettingId") ?? "")
  const shareAddress = typed.has("shareAddress")
  const answered = await callOf(page)("Feed/UpdateEmailSetting", { channelCode, emailSettingId, shareAddress })
  return answered.ok ? redirectTo(page.url.pathname, { notice: "saved" }) : answered.message
}
