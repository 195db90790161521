import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createConsoleRole } from "../run/consoleRole.ts"
import { freePort } from "../run/ports.ts"
import { waitUntil } from "../run/processes.ts"
import { root } from "../run/root.ts"
import { makeTestHome } from "./home.ts"

/** The whole product under its supervisor, as run by `npm start`, on free ports with its own data directory. */
export interface Product {
  /** Scheme, host and port of the site. */
  readonly origin: string
  readonly chatUrl: string
  readonly consoleOrigin: string
  /** The supervisor. */
  readonly pid: number
  /** All output of the processes so far. */
  readonly output: () => string
  /** Process ids by role, from the log lines; the last one if a role started several times. */
  readonly pidOf: (role: string) => number | undefined
  /** Settles when the supervisor has exited, with its exit code or signal. */
  readonly ended: Promise<number | string>
  /** Stops it in order and deletes its data directory. */
  readonly stop: () => Promise<void>
}

export interface ProductOptions {
  /** The caller's database; by default the product starts its own embedded PostgreSQL. */
  readonly databaseUrl?: string
  readonly demo?: boolean
  /** Additional environment variables, including ports and ROLES. */
  readonly env?: Readonly<Record<string, string>>
  /** A data directory that outlives the product; the caller deletes it. */
  readonly home?: string
}

/** Waits for the complete demo library. The site serves before it is complete. */
const hasFilled = async (output: () => string, ended: Promise<unknown>): Promise<boolean> => {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const isOver = () => hasEnded || /demo library is (complete|not complete)/.test(output())
  await waitUntil(isOver, FILL_MS_MAX)
  return output().includes("demo library is complete")
}

const FILL_MS_MAX = 90_000
const OUTPUT_LENGTH_MAX = 200_000

/** Starts the product and waits until it serves. */
export async function startProduct({
  databaseUrl,
  demo = false,
  env = {},
  home,
}: ProductOptions = {}): Promise<Product> {
  const dataDirectory = home ?? makeTestHome()
  const [port, chatPort, demoPort, consolePort] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const hasConsole = databaseUrl !== undefined && env["ROLES"]?.includes("console") === true
  const variables: Record<string, string> = {
    ...(process.env as Record<string, string>),
    NODE_COMPILE_CACHE: join(root, ".quire", "compile-cache"),
    NODE_ENV: "production",
    STAGE: "development",
    HOST: "127.0.0.1",
    PORT: String(port),
    CHAT_PORT: String(chatPort),
    DEMO_PORT: String(demoPort),
    CONSOLE_PORT: String(consolePort),
    CONSOLE_ORIGIN: `http://localhost:${env["CONSOLE_PORT"] ?? consolePort}`,
    // Only the tests of the console need that one.
    ROLES: "web,chat,worker,keeper",
    PUBLIC_ORIGIN: `http://127.0.0.1:${env["PORT"] ?? port}`,
    DEMO: String(demo),
    LOG_FORMAT: "json",
    QUIRE_DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl ?? "",
    // The tests of the console prove that its role may do what it needs.
    CONSOLE_DATABASE_URL: hasConsole ? await createConsoleRole(databaseUrl, uniqueRole()) : "",
    ...env,
  }
  const command = ["--disable-warning=ExperimentalWarning", join(root, "scripts", "run", "launch.ts"), "start"]
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: variables,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = (output + chunk).slice(-OUTPUT_LENGTH_MAX)
    })
  }
  const ended = once(child, "close").then(([code, signal]) => (signal ?? code) as number | string)
  const clear = () => {
    if (!home) rmSync(dataDirectory, { recursive: true, force: true })
  }
  const outcome = await Promise.race([once(child, "message"), ended])
  if (!Array.isArray(outcome) || child.pid === undefined) {
    clear()
    throw new Error(`The product did not start (${outcome}):\n${output}`)
  }
  if (demo && !(await hasFilled(() => output, ended))) {
    child.kill("SIGTERM")
    await ended
    clear()
    throw new Error(`The demo library was not filled:\n${output}`)
  }
  return {
    origin: variables["PUBLIC_ORIGIN"] ?? "",
    chatUrl: `ws://127.0.0.1:${variables["CHAT_PORT"]}`,
    consoleOrigin: variables["CONSOLE_ORIGIN"] ?? "",
    pid: child.pid,
    output: () => output,
    pidOf: (role) => lastPid(output, role),
    ended,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
      clear()
    },
  }
}

/** Databases of one server share its roles. */
const uniqueRole = () => `quire_console_${randomBytes(6).toString("hex")}`

/** Returns the process id of the embedded PostgreSQL inside a data directory. */
export const postgresPid = (dataDirectory: string): number =>
  Number.parseInt(readFileSync(join(dataDirectory, "postgres", "data", "postmaster.pid"), "utf8"), 10)

function lastPid(output: string, role: string): number | undefined {
  const lines = output.split("\n").filter((line) => line.startsWith("{") && line.includes(`"name":"${role}"`))
  const last = lines.at(-1)
  return last ? (JSON.parse(last) as { pid: number }).pid : undefined
}
