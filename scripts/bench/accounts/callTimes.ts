import { setTimeout } from "node:timers/promises"
import { Pool } from "undici"
import { percentile } from "../lib/interleaved.ts"

const PER_SECOND = 500
const MEASURE_MS = 5_000
/** Simulated readers, enough that each stays below the rate limits. */
const ADDRESSES = 200

/**
 * Returns the 99th percentile latency in milliseconds of a cheap call at 500 requests per second, sent on schedule
 * whether or not earlier ones were answered.
 */
export async function callTimes(origin: string, token: string | null): Promise<number> {
  const pool = new Pool(origin, { connections: 64 })
  const times: Array<number> = []
  const call = async (dueMs: number, turn: number) => {
    const { statusCode, body } = await pool.request({
      path: "/api/Feed/MostPopularFeeds?pageSize=1",
      method: "GET",
      headers: {
        "x-forwarded-for": `10.9.0.${turn % ADDRESSES}`,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`the call was answered ${statusCode}`)
    times.push(performance.now() - dueMs)
  }
  try {
    const began = performance.now()
    const calls: Array<Promise<void>> = []
    const total = (MEASURE_MS / 1_000) * PER_SECOND
    for (let turn = 0; turn < total; turn += 1) {
      const dueMs = began + (turn * 1_000) / PER_SECOND
      const early = dueMs - performance.now()
      if (early > 1) await setTimeout(early)
      calls.push(call(dueMs, turn))
    }
    await Promise.all(calls)
    return percentile(times, 0.99)
  } finally {
    await pool.close()
  }
}
