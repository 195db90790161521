import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { freePort } from "../run/ports.ts"
import { waitUntil } from "../run/processes.ts"
import { root } from "../run/root.ts"
import { makeTestHome } from "../testing/home.ts"
import { type Bench, type BenchContext, goalMax } from "./lib/Bench.ts"
import { median, ROUNDS_MIN } from "./lib/interleaved.ts"

const SERVE_MS_MAX = 180_000
/** Idle time before the memory of the processes is read. */
const IDLE_MS = 10_000
const ROLES = ["web", "chat", "worker"]

/** Measures the time from `npm start` to the first page after the setup, and the memory of the three idle processes. */
export default {
  about: "time of a second npm start until the first page, and memory of the three processes at rest",
  goals: [goalMax("absolute", "second_start_s", 1.5), goalMax("absolute", "idle_rss_mb", 300)],
  run: async (context) => {
    const home = makeTestHome()
    context.defer(() => rmSync(home, { recursive: true, force: true }))
    const env = { ...process.env, ...(await settings(home)) }
    context.log("first start: packages, build, database, demo library")
    await (await start(env, context)).stop()

    const seconds: Array<number> = []
    const memory: Array<number> = []
    for (let round = 1; round <= ROUNDS_MIN; round += 1) {
      const site = await start(env, context)
      await waitUntil(() => ROLES.every((role) => site.pidOf(role) > 0), SERVE_MS_MAX)
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
      seconds.push(site.seconds)
      memory.push(ROLES.map((role) => residentMegabytes(site.pidOf(role))).reduce((a, b) => a + b))
      context.log(`round ${round} of ${ROUNDS_MIN}: ${site.seconds.toFixed(2)} s, ${Math.round(memory.at(-1) ?? 0)} MB`)
      await site.stop()
    }
    return { ratios: {}, absolute: { second_start_s: median(seconds), idle_rss_mb: median(memory) } }
  },
} satisfies Bench

async function settings(home: string): Promise<NodeJS.ProcessEnv> {
  const [port, chatPort, demoPort] = await Promise.all([freePort(), freePort(), freePort()])
  return {
    QUIRE_DATA_DIR: home,
    DATABASE_URL: "",
    LOG_FORMAT: "json",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    CHAT_PORT: String(chatPort),
    DEMO_PORT: String(demoPort),
    DEMO: "true",
  }
}

/** Runs `npm start` as a user would and waits for the first page. */
async function start(env: NodeJS.ProcessEnv, { defer }: BenchContext) {
  const began = performance.now()
  const npm = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] })
  const ended = once(npm, "exit")
  const stop = async () => {
    npm.kill("SIGTERM")
    await ended
  }
  defer(stop)
  let output = ""
  npm.stdout.on("data", (chunk) => {
    output += chunk
  })
  const answers = async () => (await fetch(`${env["PUBLIC_ORIGIN"]}/`).catch(() => undefined))?.ok === true
  if (!(await waitUntil(answers, SERVE_MS_MAX))) throw new Error(`npm start did not serve:\n${output}`)
  const seconds = (performance.now() - began) / 1000
  const pidOf = (role: string) => Number(new RegExp(`"name":"${role}","pid":(\\d+)`).exec(output)?.[1])
  return { seconds, stop, pidOf }
}

/** Resident memory of a process in megabytes (2^20 bytes), as reported by Linux. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
