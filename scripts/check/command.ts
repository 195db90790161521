import { spawn } from "node:child_process"
import { join } from "node:path"
import { root } from "../run/root.ts"

const OUTPUT_LENGTH_MAX = 30_000

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs a program of the packages, or the current Node with `node`, and collects its output. */
export function run(
  program: string,
  parameters: ReadonlyArray<string>,
  { cwd = root }: { readonly cwd?: string } = {},
): Promise<Outcome> {
  const path = program === "node" ? process.execPath : join(root, "node_modules", ".bin", program)
  const env = {
    ...process.env,
    // Programs with #!/usr/bin/env node must find this Node.
    PATH: `${join(root, "node_modules", ".bin")}:${process.env["PATH"]}`,
    ASTRO_TELEMETRY_DISABLED: "1",
    NO_COLOR: "1",
    FORCE_COLOR: "0",
  }
  const child = spawn(path, parameters, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Returns the truncated output of a failed program; undefined if it succeeds. */
export async function problemIn(program: string, parameters: ReadonlyArray<string>): Promise<string | undefined> {
  const { code, output } = await run(program, parameters)
  if (code === 0) return undefined
  return output.length > OUTPUT_LENGTH_MAX
    ? `${output.slice(0, OUTPUT_LENGTH_MAX)}\n... and more`
    : output || `exit code ${code}`
}
