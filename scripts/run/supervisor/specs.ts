import { existsSync } from "node:fs"
import { join } from "node:path"
import { variables } from "#core/kernel"
import { CONSOLE_CONFIG } from "../build.ts"
import { root } from "../root.ts"
import type { CommandSettings } from "../settings.ts"
import { type ChildSpec, DRAIN_MS_MAX } from "./Child.ts"
import { MEMORY_FLAGS } from "./memoryFlags.ts"
import type { SharedSocket } from "./sharedSocket.ts"

/** `start` runs the built product; `dev` shows every source change immediately. */
export type Mode = "start" | "dev"

const QUIET = "--disable-warning=ExperimentalWarning"
const PUBLISHER = join(root, "scripts", "demo", "publisher.ts")

const CONSOLE_DATABASE = variables.consoleDatabaseUrl.name

/** The sockets of roles that hand their connections over. */
export type Sockets = { readonly web?: SharedSocket; readonly console?: SharedSocket }

/** The product's processes on this machine, in the order in which they stop. */
export function roleSpecs(
  settings: CommandSettings,
  mode: Mode,
  env: NodeJS.ProcessEnv,
  sockets: Sockets = {},
): ReadonlyArray<ChildSpec> {
  const { host, port } = settings
  const entries = {
    chat: "src/chat/main.ts",
    worker: "src/worker/main.ts",
    keeper: "src/keeper/main.ts",
  } as const
  const { [CONSOLE_DATABASE]: consoleUrl, ...siteEnv } = env
  // The worker starts the signer. No other process may receive the seed of all keys.
  const seedless = withoutSeed(siteEnv)
  const envs = {
    ...{ web: seedless, chat: seedless, worker: siteEnv, keeper: seedless },
    console: consoleEnvironment(seedless, consoleUrl),
  }
  const specs = (["web", "chat", "worker", "keeper", "console"] as const)
    .filter((role) => settings.roles.includes(role))
    .map((role): ChildSpec => {
      const roleEnv = envs[role]
      const bundle = join(root, "dist", "roles", `${role}.mjs`)
      if (mode === "start") {
        const command = [...MEMORY_FLAGS[role], bundle]
        const drainMsMax = settings.drainSeconds * 1_000 + DRAIN_MS_MAX
        const socket = role === "web" || role === "console" ? sockets[role] : undefined
        return {
          ...{ name: role, command, env: roleEnv, drainMsMax },
          ...(socket === undefined ? {} : { socketFd: socket.fd }),
          ...(role === "web" ? publicAnswers(settings) : {}),
        }
      }
      if (role !== "web" && role !== "console")
        return { name: role, command: [QUIET, "--watch", "--watch-preserve-output", entries[role]], env: roleEnv }
      const astro = join(root, "node_modules", "astro", "bin", "astro.mjs")
      const [at, on, config] =
        role === "web" ? [host, port, []] : [settings.consoleHost, settings.consolePort, ["--config", CONSOLE_CONFIG]]
      const command = [QUIET, astro, "dev", ...config, "--host", at, "--port", String(on)]
      const answers = () => answersAt(`http://${connectable(at)}:${on}/`)
      return {
        name: role,
        command,
        env: { ...roleEnv, NODE_ENV: "development", ASTRO_TELEMETRY_DISABLED: "1" },
        answers,
      }
    })
  return hasPublisher(settings) ? [...specs, publisherSpec(settings, seedless)] : specs
}

/** The site is ready when it answers at its public address, if that is on this machine. */
const publicAnswers = ({ publicOrigin }: CommandSettings): Pick<ChildSpec, "answers"> | undefined =>
  isLoopback(new URL(publicOrigin).hostname) ? { answers: () => answersAt(`${publicOrigin}/version.json`) } : undefined

const isLoopback = (host: string): boolean => host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host)

const withoutSeed = ({ [variables.walletSeed.name]: _seed, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => env

/** The console knows no other way into the database than its own. */
const consoleEnvironment = (env: NodeJS.ProcessEnv, consoleUrl: string | undefined): NodeJS.ProcessEnv => {
  if (consoleUrl === undefined) return env
  const { [variables.databaseReplicaUrl.name]: _replicas, ...own } = env
  return { ...own, [variables.databaseUrl.name]: consoleUrl }
}

/** The demo publisher runs on the machine where the worker fetches from it. */
export const hasPublisher = ({ demo, roles }: CommandSettings): boolean =>
  demo && roles.includes("worker") && existsSync(PUBLISHER)

const publisherSpec = ({ demoPort }: CommandSettings, env: NodeJS.ProcessEnv): ChildSpec => ({
  name: "publisher",
  command: [QUIET, PUBLISHER],
  env: { ...env, [variables.demoPort.name]: String(demoPort) },
  answers: () => answersAt(`http://127.0.0.1:${demoPort}/`),
})

/** An address for connecting to a server that listens on `host`. */
const connectable = (host: string) => (host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host)

const ANSWER_MS_MAX = 5000

async function answersAt(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS_MAX) })).body?.cancel()
    return true
  } catch {
    return false
  }
}
