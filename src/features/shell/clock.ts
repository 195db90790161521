import { writeCookie } from "../../lib/browserCookies.ts"
import { COOKIES, ONE_YEAR_S } from "../../lib/cookies.ts"

/** Stores the time zone in a cookie, for dates from the next page on. */
export const rememberTimeZone = (): void => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!document.cookie.includes(encodeURIComponent(timeZone))) writeCookie(COOKIES.timeZone, timeZone, ONE_YEAR_S)
}
