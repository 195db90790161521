import { spawnSync } from "node:child_process"
import { type Verified, verified } from "./Verified.ts"

const PROGRAM_MS_MAX = 60_000

/** Runs a program that verifies a file; undefined if it is not installed. */
export const ask = (
  program: string,
  parameters: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {},
): { readonly isGood: boolean; readonly output: string } | undefined => {
  const { error, status, stdout, stderr } = spawnSync(program, parameters, {
    encoding: "utf8",
    env: { ...process.env, ...env, PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` },
    timeout: PROGRAM_MS_MAX,
  })
  if (error !== undefined && "code" in error && error.code === "ENOENT") return undefined
  return { isGood: status === 0, output: `${stdout}${stderr}`.trim() }
}

/** Verifies files by a program, or notes that it is missing. */
export const askOrNote = (
  program: string,
  what: string,
  parameters: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {},
): Verified => {
  const answer = ask(program, parameters, env)
  if (answer === undefined) return verified([], [`${program} is not installed, which would verify ${what}`])
  return verified(answer.isGood ? [] : [`${program} about ${what}:\n${answer.output}`])
}
