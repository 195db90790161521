import { setTimeout } from "node:timers/promises"
import { repeatAtRate } from "./atRate.ts"
import type { Crowd } from "./Crowd.ts"
import { Histogram } from "./Histogram.ts"
import { isRefused, post } from "./posting.ts"

export type AskInput = {
  readonly perSecond: number
  readonly seconds: number
  /** Requests as `Command|` and `|fields`, to which the id is added; without any, messages are posted. */
  readonly queries?: ReadonlyArray<readonly [command: string, fields: string]>
}

export type AskResult = {
  readonly answersPerSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly refused: number
  readonly unanswered: number
}

const ANSWER_MS_MAX = 10_000

/** Requests at a fixed rate, by all members in turn, with the latency of each. */
export const ask = async (crowd: Crowd, { perSecond, seconds, queries }: AskInput): Promise<AskResult> => {
  const times = new Histogram()
  const under = new Map<string, number>()
  let refused = 0
  crowd.pushed = crowd.counted
  crowd.replied = (_, { id, payload }) => {
    const sentMs = under.get(id)
    if (sentMs === undefined) return
    under.delete(id)
    if (isRefused(payload)) refused += 1
    else times.record(performance.now() - sentMs)
  }
  const began = performance.now()
  await repeatAtRate({ perSecond, seconds }, (turn, dueMs) => {
    const member = crowd.members[turn % crowd.members.length]
    if (!member) return
    const [command, fields] = queries?.[turn % queries.length] ?? []
    if (command === undefined) return void under.set(post("product", member, dueMs), dueMs)
    under.set(`q${turn}`, dueMs)
    member.client?.send(`${command}|q${turn}|${fields}`)
  })
  const tookMs = performance.now() - began
  for (const untilMs = performance.now() + ANSWER_MS_MAX; under.size > 0 && performance.now() < untilMs; )
    await setTimeout(10)
  return {
    answersPerSecond: (times.size / tookMs) * 1_000,
    p50Ms: times.percentile(0.5),
    p95Ms: times.percentile(0.95),
    p99Ms: times.percentile(0.99),
    refused,
    unanswered: under.size,
  }
}
