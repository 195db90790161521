import { readFields } from "#src/web/forms/readForm.ts"
import { isLocale } from "../i18n/locales.ts"
import { COOKIES, formatCookie, ONE_YEAR_S, SERVER_COOKIES } from "../lib/cookies.ts"
import { localPath } from "../lib/localPath.ts"
import { paths } from "../lib/paths.ts"
import { isDensity, isTextSize, isTheme } from "../lib/preferences.ts"

const FORM_BYTES_MAX = 4_000

/** Stores a reader's language, content languages, density, theme or text size, and returns to the previous page. Works without scripts. */
export const keepPreferences = async (request: Request, locals: App.Locals): Promise<Response> => {
  const form = await readFields(request, FORM_BYTES_MAX)
  const [language, theme] = [form.get("lang") ?? undefined, form.get("theme") ?? undefined]
  const headers = new Headers({ location: localPath(form.get("from")) ?? paths.home })
  if (isLocale(language))
    headers.append("set-cookie", formatCookie(COOKIES.locale, language, ONE_YEAR_S, locals.site.https))
  const content = form.get("content")
  if (content === "all" || content === "own") {
    const age = content === "own" ? 0 : ONE_YEAR_S
    headers.append("set-cookie", formatCookie(SERVER_COOKIES.contentLanguages, content, age, locals.site.https))
  }
  const density = form.get("density") ?? undefined
  if (isDensity(density)) {
    const age = density === "cards" ? 0 : ONE_YEAR_S
    headers.append("set-cookie", formatCookie(SERVER_COOKIES.density, density, age, locals.site.https))
  }
  if (isTheme(theme)) {
    const age = theme === "system" ? 0 : ONE_YEAR_S
    headers.append("set-cookie", formatCookie(COOKIES.theme, theme, age, locals.site.https))
  }
  const textSize = form.get("text") ?? undefined
  if (isTextSize(textSize)) {
    const age = textSize === "normal" ? 0 : ONE_YEAR_S
    headers.append("set-cookie", formatCookie(SERVER_COOKIES.textSize, textSize, age, locals.site.https))
  }
  return new Response(null, { status: 303, headers })
}
