import { setTimeout } from "node:timers/promises"
import { eachMark } from "../message.ts"
import { Crowd, type MemberOf } from "./Crowd.ts"
import { Histogram } from "./Histogram.ts"
import { heartbeat, repeatAtRate } from "./heartbeat.ts"
import { isRefused, type Kind, post } from "./posting.ts"
import { type SaturateInput, saturate, waitUntilQuiet } from "./saturate.ts"
import { reconnectAll } from "./storm.ts"

type SteadyInput = {
  readonly kind: Kind
  readonly perSecond: number
  readonly seconds: number
  readonly writers: number
}

type SteadyResult = {
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of expected deliveries that arrived. */
  readonly arrived: number
  readonly refused: number
}

/** Messages at a fixed rate, with the latency from writer to each member. */
const postAtRate = async (crowd: Crowd, { kind, perSecond, seconds, writers }: SteadyInput): Promise<SteadyResult> => {
  const times = new Histogram()
  let refused = 0
  crowd.replied = (_, { command, payload }) => {
    if (command === "Bc" && isRefused(payload)) refused += 1
  }
  crowd.pushed = (push) => {
    const nowMs = performance.now()
    eachMark(push, (sentMs) => {
      crowd.received += 1
      times.record(nowMs - sentMs)
    })
  }
  await repeatAtRate({ perSecond, seconds }, (turn, dueMs) => {
    const member = crowd.members[turn % writers]
    if (member) post(kind, member, dueMs)
  })
  await waitUntilQuiet(crowd)
  return {
    p50Ms: times.percentile(0.5),
    p99Ms: times.percentile(0.99),
    arrived: times.size / (Math.round(perSecond * seconds) * crowd.members.length),
    refused,
  }
}

type AskInput = {
  readonly perSecond: number
  readonly seconds: number
  /** Requests as `Command|` and `|fields`, to which the id is added; without any, messages are posted. */
  readonly queries?: ReadonlyArray<readonly [command: string, fields: string]>
}

type AskResult = {
  readonly answersPerSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly refused: number
  readonly unanswered: number
}

const ANSWER_MS_MAX = 10_000

/** Requests at a fixed rate, by all members in turn, with the latency of each. */
const request = async (crowd: Crowd, { perSecond, seconds, queries }: AskInput): Promise<AskResult> => {
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

let crowd = new Crowd([])
let port = 0

/** The orders of a generator. */
export const operations = {
  /** Replaces the sockets. Returns the duration in milliseconds. */
  open: async (input: { readonly port: number; readonly members: ReadonlyArray<MemberOf> }): Promise<number> => {
    crowd.drop()
    crowd = new Crowd(input.members)
    port = input.port
    const began = performance.now()
    await crowd.open(port)
    return performance.now() - began
  },
  saturate: (input: SaturateInput) => saturate(crowd, input),
  steady: (input: SteadyInput) => postAtRate(crowd, input),
  request: (input: AskInput) => request(crowd, input),
  heartbeat: (input: { readonly seconds: number }) => heartbeat(crowd, input),
  storm: () => reconnectAll(crowd, { port }),
}
export type Operations = typeof operations
