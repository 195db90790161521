import { Pool } from "undici"
import type { SearchQuery } from "#projections/library"
import { percentile } from "../lib/interleaved.ts"

const REQUESTS_PER_S = 20
const CONNECTIONS = 32
/** Client addresses of requests, enough to stay below the rate limits. */
const READERS = 200
/** Warm-up requests. */
const WARM_UP_S = 5

/**
 * Calls SearchNews of the running product at a fixed rate, whether or not earlier calls were answered. Returns
 * milliseconds.
 */
export const apiTimes = async (
  origin: string,
  questions: ReadonlyArray<SearchQuery>,
  seconds: number,
): Promise<{ readonly api_p50_ms: number; readonly api_p95_ms: number; readonly api_p99_ms: number }> => {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  const times: Array<number> = []
  const request = async (number: number) => {
    const began = performance.now()
    const { statusCode, body } = await pool.request({
      path: "/api/Feed/SearchNews",
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${number % READERS}` },
      body: JSON.stringify(payloadOf(questions[number % questions.length] as SearchQuery)),
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`SearchNews answered ${statusCode}: ${text.slice(0, 300)}`)
    if (number >= WARM_UP_S * REQUESTS_PER_S) times.push(performance.now() - began)
  }
  try {
    const running: Array<Promise<void>> = []
    const began = performance.now()
    for (let number = 0; number < (WARM_UP_S + seconds) * REQUESTS_PER_S; number += 1) {
      const dueMs = began + (number * 1000) / REQUESTS_PER_S
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
      running.push(request(number))
    }
    await Promise.all(running)
  } finally {
    await pool.close()
  }
  return {
    api_p50_ms: percentile(times, 0.5),
    api_p95_ms: percentile(times, 0.95),
    api_p99_ms: percentile(times, 0.99),
  }
}

const payloadOf = ({ query, sort, sources, languages = [], tag, time }: SearchQuery) => ({
  keyword: [query, ...languages.map((language) => `lang:${language}`)].join(" "),
  filter: {
    page: 1,
    pageSize: 20,
    ...(time?.fromMs === undefined ? {} : { start: time.fromMs }),
    ...(time?.beforeMs === undefined ? { mode: 1 } : { end: time.beforeMs - 1 }),
  },
  ...(sort === undefined ? {} : { sort }),
  ...(sources === undefined ? {} : { sources }),
  ...(tag === undefined ? {} : { tag }),
})
