import { setTimeout } from "node:timers/promises"
import { messagesIn } from "../message.ts"
import type { Crowd } from "./Crowd.ts"
import { isRefused, type Kind, post } from "./posting.ts"

/**
 * Takes writers in turn within their rate limits. A fast server answers so soon that unpaced writers would use up their
 * limits, and the bench would measure refusals.
 */
export class Pacer {
  readonly #pauseMs: number
  readonly #allowedAtMs: Float64Array
  #turn = 0

  constructor(writers: number, perSecond: number) {
    this.#pauseMs = 1_000 / perSecond
    this.#allowedAtMs = new Float64Array(writers)
  }

  /** The next writer, or the milliseconds until one may write. */
  next(nowMs: number): { readonly writer: number } | { readonly waitMs: number } {
    const writer = this.#turn % this.#allowedAtMs.length
    const allowedAtMs = this.#allowedAtMs[writer] ?? 0
    if (allowedAtMs > nowMs) return { waitMs: allowedAtMs - nowMs }
    this.#allowedAtMs[writer] = nowMs + this.#pauseMs
    this.#turn += 1
    return { writer }
  }
}

export type SaturateInput = {
  readonly kind: Kind
  /** Concurrent messages. */
  readonly window: number
  readonly seconds: number
  /** Members who write in turn; all listen. */
  readonly writers: number
  /** Messages per second and writer; unlimited by default. */
  readonly perWriter?: number
}

export type Saturated = {
  /** To each member. */
  readonly messagesPerSecond: number
  readonly deliveriesPerSecond: number
  readonly refused: number
  /** Whether the writers' limits were measured rather than the server. */
  readonly isAtLimit: boolean
  /** CPU share of the generator; near 1 it was the bottleneck. */
  readonly generatorCpu: number
}

/** Not measured. */
const WARM_UP_MS = 1_000

/**
 * Keeps a fixed number of messages in flight. The product acknowledges each; with the bare server a message counts once
 * the first member gets it.
 */
export const saturate = async (
  crowd: Crowd,
  { kind, window, seconds, writers, perWriter = Number.POSITIVE_INFINITY }: SaturateInput,
): Promise<Saturated> => {
  const [first] = crowd.members
  if (!first) throw new Error("no clients are connected")
  let [posted, refused, heldBack] = [0, 0, 0]
  let isOver = false
  const pacer = new Pacer(writers, perWriter)
  const send = () => {
    const next = pacer.next(performance.now())
    if ("waitMs" in next) {
      heldBack += 1
      void setTimeout(next.waitMs).then(() => !isOver && send())
      return
    }
    const member = crowd.members[next.writer]
    if (member) post(kind, member, performance.now())
  }
  const through = (count: number) => {
    posted += count
    for (let more = 0; more < count && !isOver; more += 1) send()
  }
  crowd.pushed = crowd.counted
  if (kind === "bare")
    first.onPush = (push) => {
      crowd.counted(push)
      through(messagesIn(push))
    }
  crowd.replied = (_, { command, payload }) => {
    if (command !== "Bc") return
    if (isRefused(payload)) {
      refused += 1
      if (!isOver) send()
    } else through(1)
  }
  for (let count = 0; count < window; count += 1) send()
  await setTimeout(WARM_UP_MS)
  const [cpu, began, received, before] = [process.cpuUsage(), performance.now(), crowd.received, posted]
  await setTimeout(seconds * 1_000)
  const took = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  const figures = {
    messagesPerSecond: (posted - before) / took,
    deliveriesPerSecond: (crowd.received - received) / took,
    refused,
    isAtLimit: heldBack > posted / 2,
    generatorCpu: (user + system) / 1e6 / took,
  }
  isOver = true
  await waitUntilQuiet(crowd)
  first.onPush = null
  return figures
}

const QUIET_MS = 300

/** Waits until nothing arrives, so that pending messages belong to this measurement. */
export const waitUntilQuiet = async (crowd: Crowd): Promise<void> => {
  for (let before = -1; before !== crowd.received; ) {
    before = crowd.received
    await setTimeout(QUIET_MS)
  }
}
