import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { root } from "../../../scripts/run/root.ts"

/** A role as a separate process, started like by the supervisor. */
export type RoleProcess = {
  /** URL of its chat socket, if any. */
  readonly url: string
  readonly pid: number
  readonly kill: (signal: "SIGKILL" | "SIGTERM") => Promise<number | string>
  readonly ended: Promise<number | string>
  readonly output: () => string
}

const MODULES = { chat: "src/chat/main.ts", worker: "src/worker/main.ts" } as const

/** Starts a role and waits until it is ready or has ended. */
export const spawnRole = async (
  role: keyof typeof MODULES,
  env: Readonly<Record<string, string>>,
): Promise<RoleProcess> => {
  const command = ["--disable-warning=ExperimentalWarning", MODULES[role]]
  const child = spawn(process.execPath, command, {
    env: {
      ...process.env,
      MASTER_KEY: TEST_MASTER_KEY,
      DEMO: "false",
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      LOG_FORMAT: "json",
      NODE_COMPILE_CACHE: join(root, ".quire", "compile-cache"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk
    })
  const ended = once(child, "close").then(([code, signal]) => (signal ?? code) as number | string)
  await Promise.race([once(child, "message"), ended])
  return {
    url: `ws://127.0.0.1:${env["CHAT_PORT"]}/`,
    pid: child.pid ?? 0,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
    ended,
    output: () => output,
  }
}
