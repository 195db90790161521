import { isLocale } from "../i18n/locales.ts"
import { COOKIES, formatCookie, ONE_YEAR_S } from "../lib/cookies.ts"
import { localPath } from "../lib/localPath.ts"
import { paths } from "../lib/paths.ts"
import { isTheme } from "../lib/preferences.ts"

const FORM_LENGTH_MAX = 4_000

/** Keeps the language or the appearance a reader chose, and returns to the page they were on. Works without scripts. */
export const keepPreferences = async (request: Request, locals: App.Locals): Promise<Response> => {
  const text = await request.text()
  const form = new URLSearchParams(text.length > FORM_LENGTH_MAX ? "" : text)
  const [language, theme] = [form.get("lang") ?? undefined, form.get("theme") ?? undefined]
  const headers = new Headers({ location: localPath(form.get("from")) ?? paths.home })
  if (isLocale(language))
    headers.append("set-cookie", formatCookie(COOKIES.locale, language, ONE_YEAR_S, locals.site.https))
  if (isTheme(theme)) {
    const age = theme === "system" ? 0 : ONE_YEAR_S
    headers.append("set-cookie", formatCookie(COOKIES.theme, theme, age, locals.site.https))
  }
  return new Response(null, { status: 303, headers })
}
