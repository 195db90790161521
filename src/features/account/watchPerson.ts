import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/**
 * Sees to it that this browser's scripts know who is signed in, as the page says. The code for it comes where the two
 * differ, and in the settings, where people change what they are called; everywhere else this is all that a page ships.
 */
export const watchPerson = (): void => {
  const { member = "" } = document.documentElement.dataset
  try {
    const { "quire:person": known = "", "quire:token": token } = localStorage
    const isUnsure = member && (!token || /^\/settings/.test(location.pathname))
    if (known !== member || isUnsure) runTemplateScript("person-code").catch(() => {})
  } catch {
    // A browser that keeps nothing has the cookie.
  }
}
