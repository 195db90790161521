import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { POLITENESS } from "../../fetch/hostLimits.ts"
import { type Answer, type FaultServer, startFaultServer } from "../../fetch/testing/faultServer.ts"
import * as faults from "../../fetch/testing/faults.ts"
import { makeTestFetcher } from "../../fetch/testing/testFetcher.ts"
import { type FeedsKit, makeFeedsKit, makeShiftedClock, rss } from "../testing/feedsKit.ts"
import { HOST_WAITING_MAX } from "./pollDue.ts"
import { LEASE_SECONDS, PollSchedule } from "./Schedule.ts"

let server: FaultServer
let fetcher: ReturnType<typeof makeTestFetcher>
let db: TestDatabase
let time: ReturnType<typeof makeShiftedClock>
let workers: ReadonlyArray<FeedsKit>

beforeAll(async () => {
  server = await startFaultServer()
  fetcher = makeTestFetcher({ allowPrivate: [server.host] })
})
beforeEach(async () => {
  db = await testDatabase()
  time = makeShiftedClock()
  const worker = () => makeFeedsKit({ url: db.url, fetcher: fetcher.layer, time })
  workers = await Promise.all([worker(), worker()])
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  await db.drop()
})
afterAll(async () => {
  await fetcher.close()
  await server.close()
})

const DAY_MS = 86_400_000
const NEWS = rss("News", [{ guid: "one" }])
const first = (): FeedsKit => {
  const [worker] = workers
  if (worker === undefined) throw new Error("no worker")
  return worker
}

it("two workers never look at the same feed at once, and together at all of them once", async () => {
  const paths = Array.from({ length: 40 }, (_, index) => `/many/${index}`)
  const open = new Map<string, number>()
  let most = 0
  const answer: Answer = ({ path }, response) => {
    open.set(path, (open.get(path) ?? 0) + 1)
    most = Math.max(most, open.get(path) ?? 0)
    setImmediate(() => {
      open.set(path, (open.get(path) ?? 0) - 1)
      response.end(NEWS)
    })
  }
  for (const path of paths) {
    server.serve(path, answer)
    await first().add(`${server.origin}${path}`)
  }
  const before = server.seen.length
  time.shift(2 * DAY_MS)
  const drain = async (worker: FeedsKit) => {
    let checked = 0
    for (let count = 1; count > 0; checked += count) count = await worker.checkDue(4)
    return checked
  }
  const checked = await Promise.all(workers.map(drain))
  expect(checked.reduce((sum, count) => sum + count, 0)).toBe(paths.length)
  expect(
    server.seen
      .slice(before)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(paths.toSorted())
  expect(most).toBe(1)
})

it("an expired lease is taken over, and its first holder settles nothing any more", async () => {
  server.serve("/lost", faults.page(NEWS))
  const { feedId } = await first().add(`${server.origin}/lost`)
  time.shift(2 * DAY_MS)
  const claim = (worker: FeedsKit) => worker.run(PollSchedule.use((schedule) => schedule.claim(time.nowMs(), 10)))
  const [lost] = await claim(first())
  if (lost === undefined) throw new Error("nothing is due")
  expect(await claim(first())).toEqual([])
  expect(await workers[1]?.refresh(feedId)).toBeNull()
  time.shift(LEASE_SECONDS * 1000 + 1)
  const [taken] = await claim(workers[1] ?? first())
  expect(taken).toMatchObject({ feedId, fence: lost.fence + 1 })
  const release = (due: typeof lost, failures: number) =>
    first().run(
      PollSchedule.use((schedule) =>
        schedule.release(due, time.nowMs(), { failures, succeeded: false, nextCheckMs: time.nowMs() + DAY_MS }),
      ),
    )
  await release(lost, 99)
  expect(await first().poll(feedId)).toMatchObject({ failures: 0, leased: true })
  await release(taken ?? lost, 1)
  expect(await first().poll(feedId)).toMatchObject({ failures: 1, leased: false })
})

it("feeds of one host wait for their turns, two at a time, and no more of them than take room from others", async () => {
  let open = 0
  let most = 0
  for (let index = 0; index < 12; index++) {
    server.serve(`/host/${index}`, (_, response) => {
      most = Math.max(most, ++open)
      response.on("close", () => void open--)
      setImmediate(() => response.end(NEWS))
    })
    await first().add(`${server.origin}/host/${index}`)
  }
  most = 0
  time.shift(2 * DAY_MS)
  const started = time.nowMs()
  expect(await first().checkDue(16)).toBe(HOST_WAITING_MAX)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(2)
  const putOff = await first().sql<Array<{ ms: number; failures: number; checked: boolean }>>`
    select extract(epoch from next_check_at)::float8 * 1000 as ms, failures, leased_until is not null as checked
    from feeds.poll where next_check_at < ${new Date(started + 60_000)} order by 1`
  expect(putOff).toHaveLength(12 - HOST_WAITING_MAX)
  for (const [at, { ms, ...row }] of putOff.entries()) {
    expect(ms - started).toBeGreaterThanOrEqual((HOST_WAITING_MAX + at + 1) * POLITENESS.hostGapMs)
    expect(row).toEqual({ failures: 0, checked: false })
  }
  time.shift(60_000)
  expect(await first().checkDue(16)).toBe(12 - HOST_WAITING_MAX)
})
