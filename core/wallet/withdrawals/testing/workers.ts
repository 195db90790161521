import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { root } from "../../../../scripts/run/root.ts"

/** Native packages, and what this part of the worker does not use. */
const EXTERNAL = [/^node:/, "sharp", "@node-rs/argon2", "pino-pretty", "@simplewebauthn/server", "openid-client"]

/** Worker processes that end like `kill -9`, one after another; the next one starts in advance. */
export const openWorkers = async (env: Readonly<Record<string, string>>) => {
  // Bundled, with external packages beside it; from source each would take a second to load.
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
    /** Runs one until it is killed at a crash point. Returns how it ended. */
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
