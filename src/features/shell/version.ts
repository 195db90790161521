import { VERSION_FILE } from "../../lib/fixedPaths.ts"
import { whenIdle } from "../../lib/whenIdle.ts"

/** The build for which this tab was reloaded, so that it reloads once per build. */
const FLAG = "quire:reloaded"
const UNREACHABLE = "unreachable"

/**
 * Compares the page's build with the deployed one on every route change: when a page opens or returns from the
 * back/forward cache, and when the address changes. Reloads once if they differ or the file cannot be loaded.
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
  const deployed = await deployedBuild()
  if (deployed === document.documentElement.dataset["build"]) sessionStorage.removeItem(FLAG)
  else if (sessionStorage.getItem(FLAG) !== deployed && navigator.onLine) {
    sessionStorage.setItem(FLAG, deployed)
    location.reload()
  }
}

const deployedBuild = async (): Promise<string> => {
  try {
    const response = await fetch(VERSION_FILE, { cache: "no-store" })
    const { build } = (await response.json()) as { readonly build: string }
    return build
  } catch {
    return UNREACHABLE
  }
}
