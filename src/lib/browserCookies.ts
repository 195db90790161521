import { formatCookie } from "./cookies.ts"

/** Reads a cookie in the browser; empty if there is none. */
export const readCookie = (name: string): string =>
  decodeURIComponent(new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "")

/** Writes a cookie in the browser; an age of 0 removes it. */
export const writeCookie = (name: string, value: string, max_age_s: number): void => {
  const secure = location.protocol === "https:"
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where a page is not served over TLS.
  document.cookie = formatCookie(name, value, max_age_s, secure)
}
