import type { Locale } from "../i18n/locales.ts"

type UnreachableTexts = Readonly<Record<"nothing" | "unsent" | "retry", string>>

/**
 * A page for a site that cannot be reached, if nothing at all is stored. It has no files of its own, because they might
 * not be stored either.
 */
export function unreachablePage(locale: Locale, isUnsent: boolean): Response {
  const { nothing, unsent, retry } = __QUIRE_UNREACHABLE__[locale]
  const html = `<!doctype html><html lang="${locale}" data-offline="missing"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Quire</title><main><h1>Quire</h1><p role="status">${isUnsent ? unsent : nothing}</p><p><a href="">${retry}</a></p></main></html>`
  return new Response(html, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } })
}

declare global {
  /** Replaced when the worker is bundled, so that it does not contain the catalogue. */
  const __QUIRE_UNREACHABLE__: Readonly<Record<Locale, UnreachableTexts>>
}
