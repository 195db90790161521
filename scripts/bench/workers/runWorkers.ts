import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { ADD_UNVERIFIED_MAX } from "#core/feeds"
import { connect, type SqlClient } from "#core/kernel"
import { makeFeedsKit } from "../../../core/feeds/testing/feedsKit.ts"
import { makeTestFetcher } from "../../../core/fetch/testing/testFetcher.ts"
import { messageTo, openMail } from "../../../core/mail/testing/openMail.ts"
import { type RoleProcess, spawnRole } from "../../../src/chat/testing/spawnRole.ts"
import { waitUntil } from "../../run/processes.ts"
import { makeTestHome } from "../../testing/home.ts"
import { MailSink } from "./MailSink.ts"
import { startPublisher } from "./startPublisher.ts"
import { watchLeases } from "./watchLeases.ts"

const WORKERS = 3
const READY_MS_MAX = 120_000
const QUIET_MS_MAX = 10_000
/** Mails under way at each kill. */
const MAILS_UNDER_WAY = 3
const MAILS_MS_MAX = 60_000
/** Longer than a worker has for a mail (LEASE_MS of core/mail). */
const SETTLED_MS_MAX = 400_000
const DUE_AGAIN_MS = 2_000
const MAIL_LIFE_MS = 3_600_000

export type WorkersOptions = {
  readonly databaseUrl: string
  readonly kills: number
  readonly feeds: number
  readonly mails: number
  readonly log: (line: string) => void
}

export type WorkersFigures = {
  /** Leases taken while their holder was alive and had time, and requests for a feed during another one for it. */
  readonly overlaps: number
  readonly leases: number
  readonly checks: number
  readonly mails: number
  /** Mails taken more often than once, without those whose sender was killed before it noted the answer. */
  readonly mailsTwice: number
  /** Mails that were taken while their worker was killed, which then were sent again. */
  readonly mailsUnknown: number
  readonly mailsLost: number
  /** The longest time from a kill until the other workers hold every read model and reactor. */
  readonly takeoverMs: number
  readonly kills: number
}

/** Runs three workers on feeds and mails, and kills one after the other with SIGKILL. */
export async function runWorkers({ databaseUrl, kills, feeds, mails, log }: WorkersOptions): Promise<WorkersFigures> {
  const home = makeTestHome()
  const undo: Array<() => unknown> = [() => rmSync(home, { recursive: true, force: true })]
  try {
    const sql = connect(databaseUrl, { connectionsMax: 2, name: "bench" })
    const leases = await watchLeases(databaseUrl)
    const publisher = await startPublisher()
    const sinks = Array.from({ length: WORKERS }, () => new MailSink())
    const smtpUrls = await Promise.all(sinks.map((sink) => sink.listen()))
    const kit = openMail(databaseUrl)
    undo.push(() => sql.end({ timeout: 1 }), leases.close, publisher.close, kit.close)
    undo.push(() => Promise.all(sinks.map((sink) => sink.close())))
    await addFeeds(databaseUrl, publisher, feeds)

    const workers: Array<RoleProcess> = []
    /** Mails that the killed processes of a worker had taken. */
    const before = sinks.map(() => 0)
    undo.push(() => Promise.all(workers.map((worker) => worker.kill("SIGKILL"))))
    const start = async (index: number) => {
      const directory = join(home, String(index))
      mkdirSync(directory, { recursive: true })
      workers[index] = await spawnRole("worker", {
        DATABASE_URL: databaseUrl,
        QUIRE_DATA_DIR: directory,
        SMTP_URL: smtpUrls[index] ?? "",
        ALLOW_PRIVATE_FETCH: publisher.host,
        FEED_SECONDS_MIN: "10",
      })
    }
    await Promise.all(sinks.map((_, index) => start(index)))
    if (!(await waitUntil(leases.areHeld, READY_MS_MAX)))
      throw new Error(`no worker took up its work:\n${workers.map((worker) => worker.output()).join("\n")}`)

    const due = setInterval(() => void makeDue(sql), DUE_AGAIN_MS)
    undo.push(() => clearInterval(due))
    const unknown = new Map<string, number>()
    let [posted, takeoverMs] = [0, 0]
    for (let round = 1; round <= kills; round += 1) {
      const victim = (round - 1) % WORKERS
      const sink = sinks[victim]
      if (sink === undefined) break
      const sentBefore = sink.taken.length
      for (; posted < Math.ceil((mails * round) / kills); posted += 1)
        await kit.post(messageTo(`reader${posted}@reader.example`, { expiresMs: Date.now() + MAIL_LIFE_MS }))
      // Killed while it sends.
      await waitUntil(() => sink.taken.length >= sentBefore + MAILS_UNDER_WAY, MAILS_MS_MAX)
      await workers[victim]?.kill("SIGKILL")
      const killed = performance.now()
      if (!(await waitUntil(() => sink.isQuiet, QUIET_MS_MAX))) throw new Error("a killed worker is still connected")
      for (const id of await findUnnoted(sql, sink.taken.slice(before[victim])))
        unknown.set(id, (unknown.get(id) ?? 0) + 1)
      before[victim] = sink.taken.length
      if (!(await waitUntil(leases.areHeld, READY_MS_MAX))) throw new Error("leases of a killed worker stay free")
      takeoverMs = Math.max(takeoverMs, performance.now() - killed)
      await start(victim)
      log(`kill ${round} of ${kills}: ${publisher.requests()} feed checks, ${countTaken(sinks)} mails taken`)
    }
    clearInterval(due)
    log("waiting for the mails that killed workers had leased")
    const isSettled = async () => (await countWaiting(sql)) === 0
    await waitUntil(isSettled, SETTLED_MS_MAX)
    const { found, ...counted } = await leases.read()
    for (const { kind, id } of found) log(`two holders: ${kind} ${id}`)
    return {
      overlaps: counted.overlaps + publisher.overlaps(),
      leases: counted.leases,
      checks: publisher.requests(),
      ...compareMails(sinks, unknown),
      mails: posted,
      mailsLost: posted - new Set(sinks.flatMap(({ taken }) => taken)).size,
      ...{ takeoverMs, kills },
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

const addFeeds = async (url: string, publisher: Awaited<ReturnType<typeof startPublisher>>, count: number) => {
  const fetcher = makeTestFetcher()
  const kit = await makeFeedsKit({ url, fetcher: fetcher.layer })
  const addresses = Array.from({ length: count }, (_, feed) => publisher.addressOf(feed))
  for (let at = 0; at < count; at += ADD_UNVERIFIED_MAX)
    await kit.run(kit.feeds.addUnverified(addresses.slice(at, at + ADD_UNVERIFIED_MAX)))
  await kit.close()
  await fetcher.close()
}

const makeDue = (sql: SqlClient) => sql`
  update feeds.poll set next_check_at = now() where next_check_at > now() and leased_until is null`

/** Mails that were taken from this worker and are not noted as sent: nobody knows that they were taken. */
const findUnnoted = async (sql: SqlClient, taken: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  (
    await sql<Array<{ id: string }>>`
      select message_id as id from mail.message where state = 'waiting' and message_id = any(${[...taken]}::uuid[])`
  ).map(({ id }) => id)

const countWaiting = async (sql: SqlClient): Promise<number> =>
  (await sql`select from mail.message where state = 'waiting'`).length

const countTaken = (sinks: ReadonlyArray<MailSink>): number => sinks.reduce((sum, { taken }) => sum + taken.length, 0)

const compareMails = (sinks: ReadonlyArray<MailSink>, unknown: ReadonlyMap<string, number>) => {
  const times = new Map<string, number>()
  for (const id of sinks.flatMap(({ taken }) => taken)) times.set(id, (times.get(id) ?? 0) + 1)
  const excess = [...times].map(([id, count]) => Math.max(0, count - 1 - (unknown.get(id) ?? 0)))
  return { mailsTwice: excess.reduce((sum, each) => sum + each, 0), mailsUnknown: unknown.size }
}
