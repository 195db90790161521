import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { MEMORY_FLAGS } from "../../run/supervisor/memoryFlags.ts"

const OUTPUT_LENGTH_MAX = 20_000

export type RunningProcess = { readonly stop: () => Promise<void> }

/** Starts one process of a release, as a service manager does, and waits until it is ready. */
export async function startProcess(
  release: string,
  role: "web" | "chat" | "worker",
  env: NodeJS.ProcessEnv,
): Promise<RunningProcess> {
  const command = [...MEMORY_FLAGS[role], join(release, "dist", "roles", `${role}.mjs`)]
  const child = spawn(process.execPath, command, { cwd: release, env, stdio: ["ignore", "pipe", "pipe", "ipc"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part) => {
      output = (output + part).slice(-OUTPUT_LENGTH_MAX)
    })
  const ended = once(child, "exit")
  const outcome = await Promise.race([once(child, "message"), ended.then(() => null)])
  if (outcome === null) throw new Error(`${role} of ${release} did not start:\n${output}`)
  return {
    stop: async () => {
      if (child.exitCode === null) child.kill("SIGTERM")
      await ended
    },
  }
}
