import { rmSync } from "node:fs"
import { join } from "node:path"
import { openPeople, TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { ensureProgram } from "../../check/packaging/program.ts"
import { buildIfStale } from "../../run/build.ts"
import { freePort } from "../../run/ports.ts"
import { root } from "../../run/root.ts"
import { runBuilder } from "../../run/runBuilder.ts"
import { makeTestHome } from "../../testing/home.ts"
import { startProduct } from "../../testing/product.ts"
import { assetsIn, FEEDS_CALL, type LoadFigures, type Plan, startSteadyLoad } from "../restart/steadyLoad.ts"
import { makeRelease } from "./makeRelease.ts"
import { startHaproxy } from "./startHaproxy.ts"
import { type RunningProcess, startProcess } from "./startProcess.ts"
import { startStreams } from "./startStreams.ts"

export type RollingOptions = {
  readonly databaseUrl: string
  /** How often each process is replaced. In the middle, the next release is rolled out. */
  readonly rounds: number
  readonly perSecond: number
  readonly requestsMin: number
  readonly quietMs: number
  /** People with an open page. */
  readonly people: number
  /** With the demo library. */
  readonly demo: boolean
  /** Replaces the other processes beside the web processes, instead of one after the other. */
  readonly isBrief?: boolean
  readonly log: (line: string) => void
}

export type RollingFigures = {
  readonly quiet: LoadFigures
  readonly rolling: LoadFigures
  readonly streams: { readonly sent: number; readonly failures: Readonly<Record<string, number>> }
  /** The builds of `/version.json` that answered and that were chosen, in the order of their first answer. */
  readonly builds: ReadonlyArray<string>
  readonly replaced: number
}

const WARM_UP_MS = 4_000
/** Longer than HAProxy needs to notice that a web process drains. Nothing is sent to the others here. */
const WEB_DRAIN_SECONDS = 6

/**
 * Replaces two web, one chat and two worker processes behind HAProxy again and again under load, and rolls out another release:
 * migrations and read models first, then process after process.
 */
export async function runRolling(options: RollingOptions): Promise<RollingFigures> {
  const { databaseUrl, rounds, perSecond, requestsMin, quietMs, people, demo, isBrief = false, log } = options
  const undo: Array<() => Promise<unknown> | unknown> = []
  try {
    ensureProgram("haproxy")
    await buildIfStale(log)
    const home = makeTestHome()
    undo.push(() => rmSync(home, { recursive: true, force: true }))
    const [port, webOne, webTwo, chat] = [await freePort(), await freePort(), await freePort(), await freePort()]
    const origin = `http://127.0.0.1:${port}`
    const env = environment({ databaseUrl, home, origin })
    const prepare = (release: string) =>
      runBuilder([join(release, "scripts", "migrate.ts"), "--read-models"], "The release was not prepared", env)
    if (demo) await fillLibrary(databaseUrl, home)
    else await prepare(root)
    const next = makeRelease()
    undo.push(() => rmSync(next, { recursive: true, force: true }))

    const haproxy = await startHaproxy(home, { public: port, web: [webOne, webTwo], chat })
    undo.push(haproxy.stop)
    const machines = [
      { role: "web", variables: webVariables(webOne), server: "web-1" },
      { role: "worker", variables: {}, server: null },
      { role: "web", variables: webVariables(webTwo), server: "web-2" },
      { role: "chat", variables: { CHAT_PORT: String(chat) }, server: "chat-1" },
      { role: "worker", variables: {}, server: null },
    ] as const
    const running = new Map<number, RunningProcess>()
    undo.push(() => Promise.all([...running.values()].map(({ stop }) => stop())))
    const start = async (index: number, release: string) => {
      const machine = machines[index]
      if (machine === undefined) return
      await running.get(index)?.stop()
      running.set(index, await startProcess(release, machine.role, { ...env, ...machine.variables }))
      if (machine.server !== null) await haproxy.waitForServer(machine.server)
    }
    await Promise.all([...machines.keys()].map((index) => start(index, root)))
    const tokens = await makeSessions(databaseUrl, people)

    const pages = await makePlans(origin)
    const measure = async (work: (sent: () => number) => Promise<unknown>) => {
      const load = startSteadyLoad(origin, perSecond, pages.plans)
      await work(load.sent)
      return load.stop()
    }
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    await measure(() => pause(WARM_UP_MS))
    const streams = startStreams(origin, tokens)
    const quiet = await measure(() => pause(quietMs))
    let replaced = 0
    const rolling = await measure(async (sent) => {
      for (let round = 1; round <= rounds; round += 1) {
        if (round === Math.ceil(rounds / 2)) {
          log("the next release: migrations and read models")
          await prepare(next)
        }
        const replace = async (indexes: ReadonlyArray<number>) => {
          for (const index of indexes) {
            await start(index, round >= Math.ceil(rounds / 2) ? next : root)
            replaced += 1
          }
        }
        await (isBrief ? Promise.all([replace([0, 2]), replace([1, 3]), replace([4])]) : replace([0, 1, 2, 3, 4]))
        log(`round ${round} of ${rounds}: ${replaced} processes replaced under ${sent()} requests`)
      }
      while (sent() < requestsMin) await pause(500)
    })
    return { quiet, rolling, streams: streams.stop(), builds: pages.builds(), replaced }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

type Places = { readonly databaseUrl: string; readonly home: string; readonly origin: string }

const environment = ({ databaseUrl, home, origin }: Places): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: "production",
  NODE_COMPILE_CACHE: join(root, ".quire", "compile-cache"),
  STAGE: "development",
  HOST: "127.0.0.1",
  DATABASE_URL: databaseUrl,
  MASTER_KEY: TEST_MASTER_KEY,
  QUIRE_DATA_DIR: home,
  PUBLIC_ORIGIN: origin,
  DEMO: "false",
  // HAProxy, and the address that the load names before it.
  TRUSTED_PROXIES: "2",
  DRAIN_SECONDS: "0",
  LOG_FORMAT: "json",
  LOG_LEVEL: "warn",
})

const webVariables = (port: number) => ({ PORT: String(port), DRAIN_SECONDS: String(WEB_DRAIN_SECONDS) })

/** Creates the demo library with the present release. */
const fillLibrary = async (databaseUrl: string, home: string): Promise<void> => {
  const product = await startProduct({ databaseUrl, demo: true, home, env: { MASTER_KEY: TEST_MASTER_KEY } })
  await product.stop()
}

const makeSessions = async (url: string, count: number): Promise<ReadonlyArray<string>> => {
  const people = openPeople({ url })
  try {
    const tokens: Array<string> = []
    while (tokens.length < count) tokens.push((await people.make()).token)
    return tokens
  } finally {
    await people.close()
  }
}

/** Pages, calls, the version check, and scripts and styles of the newest page and of one that was opened in the beginning. */
const makePlans = async (origin: string) => {
  const read = async () => (await fetch(`${origin}/newsfeeds`)).text()
  const first = assetsIn(await read())
  let newest = first
  let turn = 0
  const builds = new Set<string>()
  const assetOf = (assets: () => ReadonlyArray<string>) => () => {
    turn += 1
    return assets()[turn % assets().length] ?? "/"
  }
  const page: Plan = {
    path: "/newsfeeds",
    onText: (text) => {
      newest = assetsIn(text)
    },
  }
  const version: Plan = {
    path: "/version.json",
    onText: (text) => {
      const { build, chosen } = JSON.parse(text) as { readonly build: string; readonly chosen: string }
      builds.add(`${build} of ${chosen}`)
    },
  }
  const [new_, old] = [assetOf(() => newest), assetOf(() => first)]
  const plans: ReadonlyArray<Plan> = [
    page,
    ...[new_, old, new_].map((path) => ({ path })),
    FEEDS_CALL,
    ...[new_, old].map((path) => ({ path })),
    version,
    ...[new_, old].map((path) => ({ path })),
  ]
  return { plans, builds: () => [...builds] }
}
