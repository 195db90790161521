import { SAVED_AT } from "../lib/offline.ts"

/** Why a stored page is shown: it was requested, it stands for one that is not stored, or a form could not be sent. */
export type OfflineState = "kept" | "missing" | "unsent"

/**
 * Prepares a page for being shown without a network, when it is stored: it is marked as stored with its age
 * (components/offline/Unreachable.astro), and its style sheets are part of it. Nothing has to be read or awaited between
 * its first byte and its first paint.
 *
 * @param readFile returns the text of a build file
 */
export const storedPage = async (
  response: Response,
  readFile: (path: string) => Promise<string>,
): Promise<Response> => {
  const headers = new Headers(response.headers)
  // Of the body as it was sent.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name)
  const html = await withStyles(await response.text(), nonceOf(headers), readFile)
  const [, lang = "en"] = /<html[^>]{0,200}? lang="([\w-]+)"/.exec(html) ?? []
  const format = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" })
  const savedAt = format.format(new Date(headers.get("date") ?? Date.now()))
  const body = html.replace("<html", `<html ${stateMark("kept")}`).replace(SAVED_AT, () => `${SAVED_AT}${savedAt}`)
  return new Response(body, { headers })
}

/** A stored page with another state, or with a part of its text. */
export const restated = ({ headers }: Response, html: string, state: OfflineState): Response =>
  new Response(html.replace(stateMark("kept"), stateMark(state)), { headers })

const stateMark = (state: OfflineState): string => `data-offline="${state}"`

/** Replaces the links to style sheets by their text. The page's policy allows it with its nonce only. */
const withStyles = async (
  html: string,
  nonce: string | undefined,
  readFile: (path: string) => Promise<string>,
): Promise<string> => {
  if (nonce === undefined) return html
  const links = [...html.matchAll(STYLESHEET)]
  const styles = await Promise.all(links.map(([, path = ""]) => readFile(path).catch(() => null)))
  let written = html
  for (const [index, [link]] of links.entries()) {
    const css = styles[index]
    if (css == null || css.includes("</style")) continue
    written = written.replace(link, () => `<style nonce="${nonce}">${css}</style>`)
  }
  return written
}

const nonceOf = (headers: Headers): string | undefined =>
  /style-src[^;]{0,200}? 'nonce-([\w+/=-]+)'/.exec(headers.get("content-security-policy") ?? "")?.[1]

const STYLESHEET = /<link rel="stylesheet" href="(\/_astro\/[\w.@-]+\.css)"[^>]{0,200}>/g
