import type { FollowableFeed } from "#contract/follows"
import { callerAddress } from "./browser.ts"
import { type PublishedItem, type Publisher, startPublisher } from "./publisher.ts"
import { type OwnSite, sharedSite, startSite, type TestSite } from "./site.ts"

/** A site with a library to which the test's own publisher adds feeds. */
export interface TestLibrary<Site extends TestSite = TestSite> {
  readonly site: Site
  readonly publisher: Publisher
  /** Publishes a feed and adds it to the library. */
  readonly add: (name: string, items: ReadonlyArray<PublishedItem>) => Promise<FollowableFeed>
  readonly stop: () => Promise<void>
}

/** Names of feeds, one more than a guest may follow. */
export const NAMES = "Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo".split(" ")

/** A library of the file, in a product of its own. */
export async function startLibrary(env: Readonly<Record<string, string>> = {}): Promise<TestLibrary<OwnSite>> {
  const publisher = await startPublisher()
  const site = await startSite({ env: { ALLOW_PRIVATE_FETCH: publisher.host, TRUSTED_PROXIES: "1", ...env } })
  return libraryOf(site, publisher)
}

/**
 * The library of the shared product, which other files fill too. Pages filtered by a `language` that no other file uses list
 * only the feeds of this one.
 */
export async function sharedLibrary({ language = "en" } = {}): Promise<TestLibrary> {
  const [site, publisher] = await Promise.all([sharedSite(), startPublisher({ forShared: true, language })])
  return libraryOf(site, publisher)
}

const libraryOf = <Site extends TestSite>(site: Site, publisher: Publisher): TestLibrary<Site> => ({
  site,
  publisher,
  add: (name, items) => addFeed(site, publisher.publish(name, items)),
  stop: async () => {
    await site.stop()
    await publisher.close()
  },
})

/** Adds the feed at an address to the library. */
export async function addFeed({ origin }: TestSite, url: string): Promise<FollowableFeed> {
  const response = await fetch(`${origin}/api/Feed/CreateLocalFeed`, {
    method: "POST",
    // Each from its own client address, because one client may add ten feeds a minute.
    headers: { "content-type": "application/json", "x-forwarded-for": callerAddress() },
    body: JSON.stringify({ url }),
  })
  const answer = (await response.json()) as {
    readonly message: string
    readonly data: { readonly feed: FollowableFeed }
  }
  if (!response.ok) throw new Error(`${url} was not added: ${answer.message}`)
  return answer.data.feed
}

const HOUR_MS = 3_600_000

/** Items of a feed, one every few hours, the newest a few hours ago. */
export const hourly = (name: string, count: number, { everyHours = 1, fromHours = 1 } = {}): Array<PublishedItem> =>
  Array.from({ length: count }, (_, index) => ({
    key: `item-${index + 1}`,
    title: `${name} item ${index + 1}`,
    published: new Date(Date.now() - (fromHours + index * everyHours) * HOUR_MS),
  }))
