import { execFileSync, spawnSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { chromium } from "playwright-core"
import { root } from "./root.ts"

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const OTHER_PLACES = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/snap/bin/chromium"]

/**
 * Returns a working Chromium on this machine, or undefined: CHROMIUM_PATH first, then the usual names, then
 * Playwright's own.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const chosen = env["CHROMIUM_PATH"]
  if (chosen) {
    if (runs(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, which does not run as a Chromium.`)
  }
  return [...placesOf(NAMES, env), ...OTHER_PLACES, chromium.executablePath()].find(works)
}

/**
 * Returns Debian's Chromium headless shell, or undefined. It opens a page in a third of the time, but cannot show
 * notifications. CHROMIUM_SHELL_PATH comes first; without it, CHROMIUM_PATH disables the search.
 */
export function findHeadlessShell(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return (
    env["CHROMIUM_SHELL_PATH"] ??
    (env["CHROMIUM_PATH"] ? undefined : placesOf(["chromium-headless-shell"], env).find(works))
  )
}

function placesOf(names: ReadonlyArray<string>, env: NodeJS.ProcessEnv): ReadonlyArray<string> {
  const directories = (env["PATH"] ?? "").split(delimiter).concat("/usr/bin", "/usr/local/bin")
  return names.flatMap((name) => directories.map((directory) => join(directory, name)))
}

/**
 * Finds or installs a Chromium: Debian's packages (with the headless shell) if apt is available and permitted,
 * otherwise Playwright's download. Returns its path.
 */
export function ensureChromium(say: (line: string) => void): string {
  const found = findChromium()
  if (found) return found
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  if (succeeds([...sudo, "apt-get", "--version"])) {
    say("Installing Chromium with apt-get ...")
    const apt = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    const install = [...apt, "install", "-y", "--no-install-recommends", "chromium"]
    // Older Debian releases have no package of the headless shell. The full browser is used instead.
    succeeds([...apt, "update"]) && (succeeds([...install, "chromium-headless-shell"]) || succeeds(install))
  }
  const installed = findChromium()
  if (installed) return installed
  say("Downloading Playwright's Chromium ...")
  execFileSync(process.execPath, [join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"], {
    stdio: "inherit",
  })
  const downloaded = findChromium()
  if (downloaded) return downloaded
  throw new Error("No Chromium was found and none could be installed. Install one and set CHROMIUM_PATH to it.")
}

const works = (path: string): boolean => isProgram(path) && runs(path)

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Some distributions install a script with this name that only explains how to get the real program. */
const runs = (path: string): boolean => succeeds([path, "--version"])

function succeeds([program = "", ...parameters]: ReadonlyArray<string>): boolean {
  return spawnSync(program, parameters, { stdio: "ignore" }).status === 0
}
