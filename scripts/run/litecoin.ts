import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync } from "node:fs"
import { delimiter, join } from "node:path"
import { unpackDebianPackages } from "./debianPackage.ts"
import { root } from "./root.ts"

const PACKAGE = "litecoind"
const CACHE = join(root, ".quire", "tools", PACKAGE)

/** A Litecoin node and its library path. */
export interface Litecoind {
  readonly program: string
  readonly env: NodeJS.ProcessEnv
}

/**
 * Returns a working litecoind on this machine, or undefined: LITECOIND_PATH first, then Debian's location, then the one
 * unpacked by `ensureLitecoind`.
 */
export function findLitecoind(env: NodeJS.ProcessEnv = process.env): Litecoind | undefined {
  const chosen = env["LITECOIND_PATH"]
  if (chosen) {
    if (runs({ program: chosen, env })) return { program: chosen, env }
    throw new Error(`LITECOIND_PATH is ${chosen}, which does not run as a litecoind.`)
  }
  // Debian's /usr/bin/litecoind is a script that first writes to the home directory.
  const installed = { program: join("/usr/lib/litecoin", PACKAGE), env }
  return [installed, unpacked(env)].find((each) => isProgram(each.program) && runs(each))
}

/**
 * Finds a litecoind, or unpacks Debian's package and its dependencies into the cache, without root and without changing
 * the system. Returns undefined if there is none and it cannot be downloaded; tests that need it are then skipped by
 * name.
 */
export function ensureLitecoind(say: (line: string) => void): Litecoind | undefined {
  const found = findLitecoind()
  if (found || !["apt-get", "dpkg-deb"].every(exists)) return found
  say("Unpacking litecoind into the cache ...")
  const place = `${CACHE}-${process.pid}`
  try {
    unpackDebianPackages([PACKAGE], place)
    rmSync(CACHE, { recursive: true, force: true })
    renameSync(join(place, "root"), CACHE)
  } catch (error) {
    say(`litecoind is not available (${String(error).split("\n")[0]}): tests against a real node are skipped.`)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
  return findLitecoind()
}

function unpacked(env: NodeJS.ProcessEnv): Litecoind {
  const libraries = existsSync(join(CACHE, "usr/lib"))
    ? readdirSync(join(CACHE, "usr/lib")).filter((name) => name.endsWith("-linux-gnu"))
    : []
  const path = [...libraries.map((name) => join(CACHE, "usr/lib", name)), env["LD_LIBRARY_PATH"]].filter(Boolean)
  return {
    program: join(CACHE, "usr/lib/litecoin", PACKAGE),
    env: { ...env, LD_LIBRARY_PATH: path.join(delimiter) },
  }
}

const runs = ({ program, env }: Litecoind): boolean =>
  spawnSync(program, ["-version"], { stdio: "ignore", env }).status === 0

const exists = (program: string): boolean => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
