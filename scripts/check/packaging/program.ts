import { spawnSync } from "node:child_process"
import { existsSync, globSync, renameSync, rmSync } from "node:fs"
import { delimiter, join } from "node:path"
import { unpackDebianPackages } from "../../run/debianPackage.ts"
import { root } from "../../run/root.ts"
import { type Verified, verified } from "./Verified.ts"

const PROGRAM_MS_MAX = 60_000
const CACHE = join(root, ".quire", "tools")
/** Debian's packages of the programs that a machine may lack. */
const PACKAGES: Readonly<Record<string, string>> = { haproxy: "haproxy", promtool: "prometheus" }

/** Runs a program that verifies a file; undefined if there is none. */
export const request = (
  program: string,
  parameters: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {},
): { readonly isGood: boolean; readonly output: string } | undefined => {
  const { error, status, stdout, stderr } = spawnSync(program, parameters, {
    encoding: "utf8",
    env: { ...process.env, ...programPaths(program), ...env },
    timeout: PROGRAM_MS_MAX,
  })
  if (error !== undefined && "code" in error && error.code === "ENOENT") return undefined
  return { isGood: status === 0, output: `${stdout}${stderr}`.trim() }
}

/** Where programs and their libraries are: those of the machine, then unpacked ones. */
export const programPaths = (program: string): NodeJS.ProcessEnv => {
  const tree = join(CACHE, PACKAGES[program] ?? program)
  const libraries = globSync("usr/lib/*-linux-gnu", { cwd: tree }).map((folder) => join(tree, folder))
  return {
    PATH: [process.env["PATH"], "/usr/sbin", join(tree, "usr/sbin"), join(tree, "usr/bin")].join(delimiter),
    ...(libraries.length > 0 ? { LD_LIBRARY_PATH: libraries.join(delimiter) } : {}),
  }
}

/**
 * Unpacks the programs that this machine lacks from Debian's packages. Only in CI: nobody waits there, and it must verify
 * everything.
 */
export const ensurePrograms = (): void => {
  if (process.env["CI"] === undefined) return
  for (const program of Object.keys(PACKAGES)) {
    try {
      ensureProgram(program)
    } catch (error) {
      console.log(`     packaging: ${program} cannot be unpacked (${String(error).split("\n")[0]})`)
    }
  }
}

/** Unpacks a program that this machine lacks from Debian's package, without changing the system. */
export const ensureProgram = (program: string): void => {
  const name = PACKAGES[program] ?? program
  if (request(program, ["--version"]) !== undefined || existsSync(join(CACHE, name))) return
  const place = join(CACHE, `${name}-${process.pid}`)
  try {
    unpackDebianPackages([name], place)
    renameSync(join(place, "root"), join(CACHE, name))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Verifies files by a program, or notes that it is missing. */
export const askOrNote = (
  program: string,
  what: string,
  parameters: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {},
): Verified => {
  const answer = request(program, parameters, env)
  if (answer === undefined) return verified([], [`${program} is not installed, which would verify ${what}`])
  return verified(answer.isGood ? [] : [`${program} about ${what}:\n${answer.output}`])
}
