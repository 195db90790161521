import { type ChildProcess, spawn } from "node:child_process"
import { beforeEnd } from "../lib/ending.ts"
import { Refused } from "../lib/exit.ts"

const ERROR_LENGTH_MAX = 4_000

export interface Running {
  readonly child: ChildProcess
  /** Resolves when the program has exited with 0; otherwise rejects with its error output as the message. */
  readonly done: Promise<void>
}

/** Runs a program from PATH. The caller may read or ignore its standard output. */
export const start = (
  program: string,
  parameters: ReadonlyArray<string>,
  { input = "ignore", env = {} }: { readonly input?: "pipe" | "ignore"; readonly env?: NodeJS.ProcessEnv } = {},
): Running => {
  const child = spawn(program, parameters, { stdio: [input, "pipe", "pipe"], env: { ...process.env, ...env } })
  const forget = beforeEnd(() => child.kill("SIGTERM"))
  let errors = ""
  child.stderr?.on("data", (chunk) => {
    errors = (errors + chunk).slice(-ERROR_LENGTH_MAX)
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once("error", () => reject(new Refused(`${program} is not on PATH; it is needed for this.`)))
    child.once("close", (code) => {
      forget()
      if (code === 0) resolve()
      else reject(new Refused(`${program} failed: ${errors.trim()}`))
    })
  })
  // The caller may await this only after reading the output. An earlier rejection must not count as unhandled.
  done.catch(() => undefined)
  return { child, done }
}

/** Runs a program until it exits. Returns its output. */
export const run = async (
  program: string,
  parameters: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const { child, done } = start(program, parameters, { env })
  let text = ""
  child.stdout?.setEncoding("utf8").on("data", (chunk) => {
    text += chunk
  })
  await done
  return text
}
