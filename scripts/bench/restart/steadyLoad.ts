import { Agent, request } from "node:http"

/** Sockets that are kept between requests, as browsers and proxies do. */
const KEPT_SOCKETS = 24
/** Longer than any answer while a process starts beside. */
const ANSWER_MS_MAX = 30_000
/** Requests that may wait at once; a product that answers none stops the run. */
const WAITING_MAX = 3_000

export type LoadFigures = {
  readonly sent: number
  /** Refused or cut connections, answers of status 500 and above, and answers that took too long, by cause. */
  readonly failures: Readonly<Record<string, number>>
  readonly failed: number
  /** Durations in milliseconds, in the order of the answers. */
  readonly ms: ReadonlyArray<number>
}

export type Plan = {
  readonly path: string | (() => string)
  readonly body?: string
  /** Gets the answer. */
  readonly onText?: (text: string) => void
}

/** The call for a list of feeds. */
export const FEEDS_CALL: Plan = {
  path: "/api/Feed/LibraryFeeds",
  body: JSON.stringify({ filter: { pageSize: 20, page: 1 }, languageCode: "All", index: 0 }),
}

/**
 * Sends requests at a constant rate, whatever their answers take: the plans one after the other, over kept and over
 * fresh connections in turns. Nothing is sent twice, so that each refused or cut connection counts.
 * @returns `stop` ends the load, waits for the last answer and returns the figures
 */
export function startSteadyLoad(origin: string, perSecond: number, plans: ReadonlyArray<Plan>) {
  const stored = new Agent({ keepAlive: true, maxSockets: KEPT_SOCKETS, scheduling: "fifo" })
  const fresh = new Agent({ keepAlive: false })
  const failures: Record<string, number> = {}
  const ms: Array<number> = []
  const waiting = new Set<Promise<void>>()
  let sent = 0

  const send = async () => {
    const number = sent++
    const plan = plans[number % plans.length] as Plan
    // Every second round, so that each plan is sent over both kinds of connections.
    const agent = Math.floor(number / plans.length) % 2 === 0 ? stored : fresh
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const began = performance.now()
    const outcome = await query(origin, plan, agent, address)
    if (outcome === null) ms.push(performance.now() - began)
    else failures[outcome] = (failures[outcome] ?? 0) + 1
  }

  const started = performance.now()
  const ticks = setInterval(() => {
    const due = Math.floor(((performance.now() - started) / 1_000) * perSecond)
    while (sent < due && waiting.size < WAITING_MAX) {
      const one = send().finally(() => waiting.delete(one))
      waiting.add(one)
    }
  }, 5)

  const stop = async (): Promise<LoadFigures> => {
    clearInterval(ticks)
    await Promise.all(waiting)
    stored.destroy()
    fresh.destroy()
    const failed = Object.values(failures).reduce((a, b) => a + b, 0)
    return { sent, failures, failed, ms }
  }
  return { stop, waiting: () => waiting.size, sent: () => sent }
}

/** Sends one request; resolves null if it was answered, otherwise the cause. */
const query = (origin: string, plan: Plan, agent: Agent, address: string): Promise<string | null> =>
  new Promise((resolve) => {
    const { body, onText } = plan
    const path = typeof plan.path === "string" ? plan.path : plan.path()
    const headers = {
      "x-forwarded-for": address,
      ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    }
    const requested = request(`${origin}${path}`, { agent, method: body === undefined ? "GET" : "POST", headers })
    const late = setTimeout(() => requested.destroy(new Error("late")), ANSWER_MS_MAX)
    const end = (outcome: string | null) => {
      clearTimeout(late)
      resolve(outcome)
    }
    const failed = (error: NodeJS.ErrnoException) => end(`${path} ${error.code ?? error.message}`)
    requested.once("error", failed)
    requested.once("response", (answer) => {
      answer.once("error", failed)
      let text = ""
      if (onText !== undefined)
        answer.setEncoding("utf8").on("data", (part) => {
          text += part
        })
      answer.once("end", () => {
        const { statusCode = 0 } = answer
        if (statusCode === 200) onText?.(text)
        end(statusCode < 400 ? null : `${path} ${statusCode}`)
      })
      answer.resume()
    })
    requested.end(body)
  })

/** Static files that a page names. */
export const assetsOf = async (origin: string, path: string): Promise<ReadonlyArray<string>> =>
  assetsIn(await (await fetch(`${origin}${path}`)).text())

export const assetsIn = (html: string): ReadonlyArray<string> => [
  ...new Set([...html.matchAll(/"(\/_astro\/[\w.@-]+\.(?:js|css))"/g)].map(([, found]) => found ?? "")),
]
