import { rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeTestHome, type Product, postgresPid, startProduct } from "#testing"

const ITEMS = 5
const FEEDS = 24

/** A publisher with feeds `/<n>` of five items each. */
const publisher = createServer((request, response) => {
  const name = request.url?.slice(1) ?? ""
  const items = Array.from(
    { length: ITEMS },
    (_, at) =>
      `<item><guid>${name}-${at}</guid><title>Item ${at} of ${name}</title><link>http://example.org/${name}/${at}</link></item>`,
  )
  response.setHeader("content-type", "application/rss+xml")
  response.end(`<rss version="2.0"><channel><title>Feed ${name}</title>${items.join("")}</channel></rss>`)
})

let home: string
let address: string
let product: Product

beforeAll(async () => {
  home = makeTestHome()
  await new Promise<void>((resolve) => publisher.listen(0, "127.0.0.1", resolve))
  address = `127.0.0.1:${(publisher.address() as AddressInfo).port}`
  product = await start()
})

afterAll(async () => {
  await product.stop()
  publisher.close()
  rmSync(home, { recursive: true, force: true })
})

// Every request uses a different client address, so that rate limits do not hide the faults.
const start = () => startProduct({ home, env: { ALLOW_PRIVATE_FETCH: address, TRUSTED_PROXIES: "1" } })
let reader = 0

/** Adds a feed and polls it while faults are injected: a successful response must stay true. */
const add = async (name: string): Promise<string> => {
  for (;;) {
    const answer = await call("Feed/CreateLocalFeed", { url: `http://${address}/${name}` })
    if (answer?.status === true) return answer.data.feed.feedId
    await new Promise((resolve) => setImmediate(resolve))
  }
}

type Answer = {
  readonly status: boolean
  readonly data: {
    readonly feed: { readonly feedId: string }
    readonly items: ReadonlyArray<{ readonly title: string }>
  }
}

const call = async (path: string, body: unknown): Promise<Answer | null> => {
  try {
    const response = await fetch(`${product.origin}/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${reader++ % 250}` },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Answer
  } catch {
    return null
  }
}

const titlesOf = async (feedId: string): Promise<ReadonlyArray<string>> => {
  for (;;) {
    const answer = await call("Feed/PreviewFeed", { feedId })
    if (answer?.status === true && answer.data.items.length === ITEMS)
      return answer.data.items.map(({ title }) => title).toSorted()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it("no data is lost or duplicated when each process, PostgreSQL and the supervisor are killed under load", {
  timeout: 300_000,
}, async () => {
  const feedIds: Array<string> = []
  const victims: ReadonlyArray<() => number | undefined> = [
    () => product.pidOf("worker"),
    () => product.pidOf("web"),
    () => product.pidOf("chat"),
    () => postgresPid(home),
  ]
  for (let n = 0; n < FEEDS; n++) {
    // Feeds are added while a process dies: one process at every fifth feed.
    const adding = add(`feed-${n}`)
    const victim = n % 5 === 4 ? victims[Math.floor(n / 5)]?.() : undefined
    if (victim !== undefined) process.kill(victim, "SIGKILL")
    feedIds.push(await adding)
  }

  process.kill(product.pid, "SIGKILL")
  await product.ended
  product = await start()

  expect(new Set(feedIds).size).toBe(FEEDS)
  for (const [n, feedId] of feedIds.entries()) {
    expect(await titlesOf(feedId)).toEqual(Array.from({ length: ITEMS }, (_, at) => `Item ${at} of feed-${n}`))
  }
})
