import { writeCookie } from "../../lib/browserCookies.ts"
import { COOKIES, ONE_YEAR_S } from "../../lib/cookies.ts"

/** Changes the theme at once and stores it in a cookie for the next page. */
export const serveTheme = (): void => {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement
    const theme = (event.submitter as HTMLButtonElement | null)?.value ?? ""
    if (!form.matches("[data-theme-switch]")) return
    event.preventDefault()
    const chosen = theme !== "system"
    writeCookie(COOKIES.theme, theme, chosen ? ONE_YEAR_S : 0)
    if (chosen) document.documentElement.dataset["theme"] = theme
    else delete document.documentElement.dataset["theme"]
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-theme-switch] button"))
      button.ariaPressed = String(button.value === theme)
  })
}
