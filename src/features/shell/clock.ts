import { COOKIES, ONE_YEAR_S } from "../../lib/cookies.ts"
import { keepCookie } from "../../lib/keepCookie.ts"

/** Tells the server in whose time to write dates, from the next page on. */
export const rememberTimeZone = (): void => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!document.cookie.includes(encodeURIComponent(timeZone))) keepCookie(COOKIES.timeZone, timeZone, ONE_YEAR_S)
}
