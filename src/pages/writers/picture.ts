import type { APIRoute } from "astro"
import { paths } from "../../lib/paths.ts"
import { keepUploaded } from "../../web/forms/keepUploaded.ts"
import { callOf } from "../../web/forms/Page.ts"
import { redirectTo } from "../../web/forms/readForm.ts"

/** Takes the icon or the banner of a channel from the form of its settings; a form without a file removes it. */
export const POST: APIRoute = async (context) => {
  const uploaded = await keepUploaded(context)
  if (typeof uploaded === "string") return redirectTo(`${paths.channelSettings}#pictures`, { notice: uploaded })
  const { form, key } = uploaded
  const channelId = Number(form.get("channelId"))
  const picture = form.get("kind") === "banner" ? { banner: key } : { icon: key }
  const changed = await callOf(context)("UserProfile/UpdateContentCreaterImage", { channelId, ...picture })
  return redirectTo(`${paths.channelSettingsOf(channelId)}#pictures`, {
    notice: changed.ok ? "saved" : "picture-unreadable",
  })
}

export const GET: APIRoute = () => redirectTo(`${paths.channelSettings}#pictures`)
