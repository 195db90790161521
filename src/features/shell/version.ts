import { VERSION_FILE } from "../../lib/fixedPaths.ts"

/** Holds the build for which this tab was reloaded, so that it is reloaded for it once and no more. */
const FLAG = "quire:reloaded"
const UNREACHABLE = "unreachable"

/**
 * Compares the build of this page with the deployed one on every route change: when a page opens or comes back from the
 * browser's cache, and when an address changes within a page. Reloads once if they differ or the file cannot be had.
 */
export const watchVersion = (): void => {
  const check = () => {
    void checkVersion()
  }
  addEventListener("pageshow", check)
  addEventListener("popstate", check)
  // Addresses that scripts push; browsers without this event find out on the next page.
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
