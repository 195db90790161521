import { eachMark } from "../message.ts"
import { repeatAtRate } from "./atRate.ts"
import type { Crowd } from "./Crowd.ts"
import { Histogram } from "./Histogram.ts"
import { isRefused, type Kind, post } from "./posting.ts"
import { waitUntilQuiet } from "./saturate.ts"

export type SteadyInput = {
  readonly kind: Kind
  readonly perSecond: number
  readonly seconds: number
  readonly writers: number
}

export type SteadyResult = {
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of expected deliveries that arrived. */
  readonly arrived: number
  readonly refused: number
}

/** Messages at a fixed rate, with the latency from writer to each member. */
export const postAtRate = async (
  crowd: Crowd,
  { kind, perSecond, seconds, writers }: SteadyInput,
): Promise<SteadyResult> => {
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
