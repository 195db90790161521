import { setTimeout } from "node:timers/promises"
import { Pool } from "undici"
import { percentile } from "../lib/interleaved.ts"

const PER_SECOND = 500
const MEASURE_MS = 5_000
/** A reader each: no limit of calls is meant for one who asks so often. */
const ADDRESSES = 200

/**
 * How long a cheap call takes that is asked for 500 times a second, at fixed times whether or not the ones before were
 * answered: the 99th percentile in milliseconds.
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
