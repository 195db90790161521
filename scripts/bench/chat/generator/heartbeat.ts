import { setTimeout } from "node:timers/promises"
import type { Crowd } from "./Crowd.ts"
import { Histogram } from "./Histogram.ts"

/**
 * Calls at a fixed rate, regardless of earlier calls. Each call gets its due time, so that a late generator counts as
 * latency.
 */
export const repeatAtRate = async (
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  act: (turn: number, dueMs: number) => void,
): Promise<void> => {
  const began = performance.now()
  const total = Math.round(perSecond * seconds)
  for (let turn = 0; turn < total; ) {
    const dueMs = began + (turn * 1_000) / perSecond
    if (dueMs > performance.now()) {
      await setTimeout(1)
      continue
    }
    act(turn, dueMs)
    turn += 1
  }
}

/** As in the product's client. */
const HEARTBEAT_SECONDS = 3

const ANSWER_MS_MAX = 10_000

export type HeartbeatResult = {
  /** Sockets open at the end. */
  readonly held: number
  readonly p99Ms: number
  /** Share of answered heartbeats. */
  readonly answered: number
  /** Close codes of the server with their counts. */
  readonly closedBy: ReadonlyArray<readonly [code: number, count: number]>
}

/** Every member sends `Hb` every three seconds, evenly spread. */
export const heartbeat = async (crowd: Crowd, { seconds }: { readonly seconds: number }): Promise<HeartbeatResult> => {
  const times = new Histogram()
  const sent = new Map<string, number>()
  crowd.pushed = crowd.counted
  crowd.replied = (_, { command, id }) => {
    const sentMs = sent.get(id)
    if (command !== "Hb" || sentMs === undefined) return
    sent.delete(id)
    times.record(performance.now() - sentMs)
  }
  const perSecond = crowd.members.length / HEARTBEAT_SECONDS
  await repeatAtRate({ perSecond, seconds }, (turn, dueMs) => {
    sent.set(`h${turn}`, dueMs)
    crowd.members[turn % crowd.members.length]?.client?.send(`Hb|h${turn}`)
  })
  for (const untilMs = performance.now() + ANSWER_MS_MAX; sent.size > 0 && performance.now() < untilMs; )
    await setTimeout(10)
  return {
    held: crowd.held,
    p99Ms: times.percentile(0.99),
    answered: times.size / (times.size + sent.size),
    closedBy: [...crowd.closedBy],
  }
}
