import { spawn } from "node:child_process"
import { root } from "./root.ts"

const OUTPUT_LENGTH_MAX = 20_000

/**
 * Runs a Node program that builds something, in another process, so that its memory is free afterwards. Fails with its
 * output, which is shown only then, after the given words.
 */
export function runBuilder(
  command: ReadonlyArray<string>,
  failure: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<void> {
  const env = { ...process.env, NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1", FORCE_COLOR: "0", ...variables }
  const quiet = ["--disable-warning=ExperimentalWarning", ...command]
  const child = spawn(process.execPath, quiet, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-OUTPUT_LENGTH_MAX)
    })
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${failure}:\n${output}`))))
  })
}
