import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { root } from "../../../../scripts/run/root.ts"

/** Native packages, and what the part of the worker does not come to. */
const EXTERNAL = [/^node:/, "sharp", "@node-rs/argon2", "pino-pretty", "@simplewebauthn/server", "openid-client"]

/** Workers that end by `kill -9`, one after another; the next one is made ready meanwhile. */
export const openWorkers = async (env: Readonly<Record<string, string>>) => {
  // Beside the packages that stay outside; from its sources each would load for a second.
  const place = join(root, ".quire")
  mkdirSync(place, { recursive: true })
  const directory = mkdtempSync(join(place, "worker-"))
  const bundle = await rolldown({
    cwd: root,
    platform: "node",
    input: join(import.meta.dirname, "workerProcess.ts"),
    external: EXTERNAL,
    treeshake: { moduleSideEffects: false },
    logLevel: "warn",
  })
  await bundle.write({ dir: directory, format: "esm", entryFileNames: "worker.mjs" })
  await bundle.close()
  const start = () =>
    spawn(process.execPath, [join(directory, "worker.mjs")], {
      cwd: tmpdir(),
      env: { ...process.env, ...env },
      stdio: ["pipe", "inherit", "inherit"],
    })
  let spare = start()
  return {
    /** Lets one work until it has been killed at a seam. Answers how it ended. */
    killAt: async (seam: string): Promise<unknown> => {
      const worker: ChildProcess = spare
      const ended = once(worker, "close")
      worker.stdin?.write(`${seam}\n`)
      spare = start()
      const [code, signal] = await ended
      return signal ?? code
    },
    close: () => {
      spare.kill("SIGKILL")
      rmSync(directory, { recursive: true })
    },
  }
}
