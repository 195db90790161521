import type { APIRoute } from "astro"
import { isLocale } from "../../i18n/locales.ts"
import { formatCookie, ONE_YEAR_S } from "../../lib/cookies.ts"
import { ownPath, readFields } from "../forms.ts"
import { LANGUAGE_COOKIE } from "../http.ts"

export const POST: APIRoute = async ({ request }) => {
  const { language, to } = await readFields(request)
  const headers = new Headers({ location: ownPath(to) })
  if (isLocale(language)) headers.append("set-cookie", formatCookie(LANGUAGE_COOKIE, language, ONE_YEAR_S))
  return new Response(null, { status: 303, headers })
}
