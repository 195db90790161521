import { VERSION_FILE } from "../../lib/fixedPaths.ts"
import { whenIdle } from "../../lib/whenIdle.ts"

/** The build for which this tab was reloaded, so that it reloads once per build. */
const FLAG = "quire:reloaded"

/**
 * Compares the page's build with the chosen one on every route change: when a page opens or returns from the
 * back/forward cache, and when the address changes. Reloads once if they differ or the file cannot be loaded. While a
 * release is rolled out, processes of two builds answer: one of another build than the chosen one would only return the
 * same page again.
 */
export const watchVersion = (): void => {
  const check = () => whenIdle(() => void checkVersion())
  addEventListener("pageshow", check)
  addEventListener("popstate", check)
  // Pushed addresses; browsers without this event notice on the next page.
  if ("navigation" in window) window.navigation.addEventListener("currententrychange", check)
}

const checkVersion = async (): Promise<void> => {
  if (!navigator.onLine) return
  const { build, chosen } = await deployedBuilds()
  if (chosen === document.documentElement.dataset["build"]) sessionStorage.removeItem(FLAG)
  else if (build === chosen && sessionStorage.getItem(FLAG) !== chosen && navigator.onLine) {
    sessionStorage.setItem(FLAG, chosen)
    location.reload()
  }
}

type Builds = { readonly build: string; readonly chosen: string }
/** If the file cannot be loaded. */
const NONE: Builds = { build: "", chosen: "" }

/** The build of the process that answered, and the chosen one. */
const deployedBuilds = async (): Promise<Builds> => {
  try {
    return (await (await fetch(VERSION_FILE, { cache: "no-store" })).json()) as Builds
  } catch {
    return NONE
  }
}
