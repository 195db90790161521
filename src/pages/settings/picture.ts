import type { APIRoute } from "astro"
import { paths } from "../../lib/paths.ts"
import { keepUploaded } from "../../web/forms/keepUploaded.ts"
import { callOf } from "../../web/forms/Page.ts"
import { redirectTo } from "../../web/forms/readForm.ts"

/**
 * Takes the profile picture or (`?of=banner`) the banner from the settings' forms, without scripts too; a form without a
 * file removes it.
 */
export const POST: APIRoute = async (context) => {
  const back = `${paths.settings}#profile`
  const uploaded = await keepUploaded(context)
  if (typeof uploaded === "string") return redirectTo(back, { notice: uploaded })
  const { key } = uploaded
  const change = context.url.searchParams.get("of") === "banner" ? { bannerImage: key } : { headerImage: key }
  const changed = await callOf(context)("UserProfile/UpdateUserProfile", change)
  return redirectTo(back, { notice: changed.ok ? "saved" : "picture-unreadable" })
}

export const GET: APIRoute = () => redirectTo(`${paths.settings}#profile`)
