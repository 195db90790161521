import { fork } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { type ChatPerson, type ChatStage, openChatStage } from "../../testing/chatStage.ts"
import { type Product, startProduct } from "../../testing/product.ts"
import type { BenchContext } from "../lib/Bench.ts"
import type { MemberOf } from "./generator/Crowd.ts"
import { type Generator, startGenerator } from "./generator/Generator.ts"

export type Server = { readonly port: number; readonly pid: number }

/** Everything that the parts of the benchmark share. */
export type Setting = {
  readonly log: BenchContext["log"]
  readonly url: string
  readonly stage: ChatStage
  /** A command line parameter `--name=N`. */
  readonly given: (name: string, standard: number) => number
  /** Restarts the product with these roles. With a worker it waits for the read models. */
  readonly startAfresh: (roles: string) => Promise<Server>
  readonly stop: () => Promise<void>
  /** The bare server, and a load generator process. */
  readonly startBare: () => Promise<Server & { readonly close: () => void }>
  readonly startGenerator: () => Generator
}

/** Below the limit of sockets per address. */
const SOCKETS_PER_ADDRESS = 50

/** Opens the setting with its own database. */
export const openSetting = async (context: BenchContext): Promise<Setting> => {
  const { log, defer } = context
  const url = await context.database()
  let product: Product | null = null
  const stop = async () => {
    await product?.stop()
    product = null
  }
  defer(stop)
  const stage = openChatStage(url)
  defer(stage.close)
  const startAfresh = async (roles: string): Promise<Server> => {
    await stop()
    product = await startProduct({
      databaseUrl: url,
      env: { MASTER_KEY: TEST_MASTER_KEY, TRUSTED_PROXIES: "1", ROLES: roles },
    })
    const pid = product.pidOf("chat")
    if (pid === undefined) throw new Error(`the chat process reported no statistics:\n${product.output()}`)
    if (roles.includes("worker")) await stage.settle()
    return { port: Number(new URL(product.chatUrl).port), pid }
  }
  return {
    log,
    url,
    stage,
    given: (name, standard) => {
      const found = context.parameters.find((parameter) => parameter.startsWith(`--${name}=`))
      return found ? Number(found.slice(name.length + 3)) : standard
    },
    startAfresh,
    stop,
    startBare: async () => {
      const child = fork(join(import.meta.dirname, "bareProcess.ts"), {
        execArgv: ["--disable-warning=ExperimentalWarning"],
      })
      defer(() => void child.kill())
      const [{ port }] = (await once(child, "message")) as [{ port: number }]
      return { port, pid: child.pid ?? 0, close: () => void child.kill() }
    },
    startGenerator: () => {
      const generator = startGenerator()
      defer(generator.close)
      return generator
    },
  }
}

/** Members with the sockets of people in turn. @param roomOf the room that each one writes to */
export const membersOf = (
  people: ReadonlyArray<ChatPerson>,
  count: number,
  roomOf: (at: number) => string,
): ReadonlyArray<MemberOf> =>
  Array.from({ length: count }, (_, at) => ({
    token: people[at % people.length]?.token ?? "",
    address: addressOf(at),
    room: roomOf(at),
  }))

const addressOf = (at: number): string => {
  const address = Math.floor(at / SOCKETS_PER_ADDRESS)
  return `10.20.${address >> 8}.${address & 255}`
}

/** Resident memory of a process in kilobytes. */
export const rssKb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

/** Processor seconds of a process so far. */
export const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The unit of /proc/PID/stat on Linux. */
const TICKS_PER_SECOND = 100
