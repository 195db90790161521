import type { FollowableFeed } from "#contract/follows"
import { type PublishedItem, type Publisher, startPublisher } from "./publisher.ts"
import { startSite, type TestSite } from "./site.ts"

/** A site with a library filled by the test's own publisher. */
export interface TestLibrary {
  readonly site: TestSite
  readonly publisher: Publisher
  /** Publishes a feed and adds it to the library. */
  readonly add: (name: string, items: ReadonlyArray<PublishedItem>) => Promise<FollowableFeed>
  readonly stop: () => Promise<void>
}

/** Names of feeds, one more than a guest may follow. */
export const NAMES = "Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo".split(" ")

export async function startLibrary(env: Readonly<Record<string, string>> = {}): Promise<TestLibrary> {
  const publisher = await startPublisher()
  const site = await startSite({ env: { ALLOW_PRIVATE_FETCH: publisher.host, TRUSTED_PROXIES: "1", ...env } })
  let callers = 0
  return {
    site,
    publisher,
    add: async (name, items) => {
      const url = publisher.publish(name, items)
      callers += 1
      const response = await fetch(`${site.origin}/api/Feed/CreateLocalFeed`, {
        method: "POST",
        // Each from a client address of its own, because one client may add ten feeds a minute.
        headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${callers}` },
        body: JSON.stringify({ url }),
      })
      const answer = (await response.json()) as {
        readonly message: string
        readonly data: { readonly feed: FollowableFeed }
      }
      if (!response.ok) throw new Error(`${url} was not added: ${answer.message}`)
      return answer.data.feed
    },
    stop: async () => {
      await site.stop()
      await publisher.close()
    },
  }
}

const HOUR_MS = 3_600_000

/** Items of a feed, one every few hours, the newest a few hours ago. */
export const hourly = (name: string, count: number, { everyHours = 1, fromHours = 1 } = {}): Array<PublishedItem> =>
  Array.from({ length: count }, (_, index) => ({
    key: `item-${index + 1}`,
    title: `${name} item ${index + 1}`,
    published: new Date(Date.now() - (fromHours + index * everyHours) * HOUR_MS),
  }))
