import { afterAll, beforeAll, expect, it } from "vitest"
import { PollSchedule } from "#core/feeds"
import { type TestDatabase, testDatabase } from "#testing"
import { type FeedsKit, makeFeedsKit } from "../../../core/feeds/testing/feedsKit.ts"
import { makeTestFetcher } from "../../../core/fetch/testing/testFetcher.ts"
import { translator } from "../../../src/i18n/index.ts"
import { healthAdvice } from "../../../src/lib/healthAdvice.ts"
import { type FaultName, faultNames } from "./faultAnswers.ts"
import { startPublisher } from "./server.ts"

/** The health message of each fault; null if the feed works anyway. */
const HEALTH: Readonly<Record<FaultName, string | null>> = {
  "new-etag": null,
  "lying-etag": null,
  forbidden: "fetch.httpStatus.forbidden",
  missing: "fetch.httpStatus.missing",
  gone: "fetch.httpStatus.gone",
  "too-many": "fetch.httpStatus.busy",
  busy: "fetch.httpStatus.busy",
  broken: "fetch.httpStatus.failed",
  "moved-301": null,
  "moved-302": null,
  "moved-308": null,
  "moved-on": null,
  loop: "fetch.tooManyRedirects",
  "to-private": "fetch.badAddress.private",
  silent: "fetch.timedOut",
  "slow-loris": "fetch.timedOut",
  endless: "fetch.tooLarge",
  "gzip-bomb": "fetch.tooLarge",
  "damaged-gzip": "fetch.unreachable.broken",
  "wrong-charset": null,
  "cut-short": null,
  "billion-laughs": null,
  "external-entity": null,
  "web-page": "feeds.notAFeed.page",
  empty: "feeds.notAFeed.empty",
  reset: "fetch.unreachable.reset",
}

let publisher: Awaited<ReturnType<typeof startPublisher>>
let fetcher: ReturnType<typeof makeTestFetcher>
let db: TestDatabase
let kit: FeedsKit

beforeAll(async () => {
  publisher = await startPublisher({ feeds: faultNames.length, port: 0, latencyMs: 0, faults: 1 })
  const host = `127.0.0.1:${publisher.port}`
  fetcher = makeTestFetcher({
    allowPrivate: [host],
    bytesMax: 2_000_000,
    // Responses that arrive at all arrive within this time, even on a busy machine.
    timeouts: { headersMs: 8_000, bodyIdleMs: 8_000, totalMs: 10_000 },
  })
  db = await testDatabase()
  kit = await makeFeedsKit({ url: db.url, fetcher: fetcher.layer, pace: { ownHosts: [host] } })
})
afterAll(async () => {
  await kit.close()
  await fetcher.close()
  await db.drop()
  await publisher.close()
})

it("every fault of a publisher is handled, and explained with advice if the feed does not work", {
  timeout: 120_000,
}, async () => {
  const addresses = faultNames.map((_, feed) => `http://127.0.0.1:${publisher.port}/0/feed/${feed}`)
  await kit.run(kit.feeds.addUnverified(addresses))
  expect(await kit.checkDue(faultNames.length)).toBe(faultNames.length)
  const found = await kit.run(PollSchedule.use((schedule) => schedule.health({ limit: 100 })))
  const reasonOf = new Map(found.map(({ url, failure }) => [url, failure?.reason ?? null]))
  const reasons = faultNames.map((fault, feed) => [fault, reasonOf.get(addresses[feed] ?? "")])
  expect(Object.fromEntries(reasons)).toEqual(HEALTH)
  const t = translator("en")
  for (const reason of Object.values(HEALTH)) {
    if (reason !== null) expect(t(healthAdvice(reason)).length).toBeGreaterThan(10)
  }
  // The faults are stable: the same feeds, fetched again when due, give the same results.
  kit.time.shift(2 * 86_400_000)
  expect(await kit.checkDue(faultNames.length)).toBe(faultNames.length)
})
