import postgres from "postgres"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import type { ChatSummary } from "#contract/chat"
import { testDatabase } from "#testing"
import { randomFrom } from "../../core/kernel/testing/torture/random.ts"
import { freePort } from "../../scripts/run/ports.ts"
import { ChatClient } from "./testing/ChatClient.ts"
import { type ChatKit, makeChatKit, type Person } from "./testing/chatKit.ts"
import { FaithfulClient, Pace } from "./testing/FaithfulClient.ts"
import { type NatsServer, natsServer } from "./testing/natsServer.ts"
import { type OwnPostgres, ownPostgres } from "./testing/ownPostgres.ts"
import { type RoleProcess, spawnRole } from "./testing/spawnRole.ts"

/** Minimum number of messages, and kills per process; the environment can raise both. */
const MESSAGES = Number(process.env["CHAT_KILL_MESSAGES"] ?? 120)
const KILLS = Number(process.env["CHAT_KILLS"] ?? 1)
const SEED = Number(process.env["CHAT_KILL_SEED"] ?? 1)
const MS_MAX = 60_000 + KILLS * 60_000 + MESSAGES * 100
/** Maximum acknowledged messages between two kills. */
const APART_MAX = 12
/** One heartbeat per this many messages. */
const SIGNS_EVERY = 8

let kit: ChatKit
let nats: NatsServer
let own: OwnPostgres
/** Mostly waiting, so the first test runs concurrently. */
let alone: ReturnType<typeof loseTheirPlace>
const alive: Array<RoleProcess> = []
beforeAll(async () => {
  alone = loseTheirPlace()
  alone.catch(() => undefined)
  ;[own, nats] = await Promise.all([ownPostgres(), natsServer()])
  kit = await makeChatKit(0, {}, own)
})
const started: Array<RoleProcess> = []
/** Starts a process that ends with its test. */
const start = async (role: Parameters<typeof spawnRole>[0], env: Readonly<Record<string, string>> = {}) => {
  const process = await spawnRole(role, { DATABASE_URL: kit.db.url, ...env })
  started.push(process)
  return process
}
afterEach(async () => {
  await Promise.all(started.map((process) => process.kill("SIGKILL")))
})
afterAll(async () => {
  await Promise.all(alive.map((process) => process.kill("SIGKILL")))
  await nats.stop()
  await kit.stop()
})

it(
  "keeps every acknowledged message exactly once and in order, for all clients and in all read models, when nodes, the worker, NATS or PostgreSQL are killed",
  async () => {
    const random = randomFrom(SEED)
    const below = (count: number) => Math.floor(random() * count)
    const ports = [await freePort(), await freePort()]
    const startNode = (port: number) => start("chat", { NATS_URL: nats.url, CHAT_PORT: String(port) })
    const starting = Promise.all(ports.map(startNode))
    const working = start("worker")
    // The worker adds the people to the read models.
    const [{ owner, readers }, nodes] = await Promise.all([kit.room("Team", ["Kim", "Lou"]), starting])
    let worker = await working
    const people: ReadonlyArray<Person> = [owner, ...readers]
    const urls = nodes.map(({ url }) => url)
    const clients = people.map(
      ({ token }, at) =>
        new FaithfulClient({
          urls: at % 2 === 0 ? urls : urls.toReversed(),
          token,
          scope: "Team",
          target: owner.userCode,
        }),
    )

    const [begun, stored] = [new Pace(), new Pace()]
    let isOver = false
    const send = async (client: FaithfulClient, by: number) => {
      while (begun.count < MESSAGES || !isOver) {
        const number = begun.step()
        await client.send(`${by}-${number}`, `${by} says ${number}`)
        if (stored.step() % SIGNS_EVERY === 0) void client.giveSigns()
      }
    }
    const faults: Readonly<Record<string, () => Promise<unknown>>> = {
      "a node": async () => {
        const at = below(nodes.length)
        await nodes[at]?.kill("SIGKILL")
        nodes[at] = await startNode(ports[at] ?? 0)
      },
      "the worker": async () => {
        await worker.kill("SIGKILL")
        // New messages are only in the log.
        await stored.more(1 + below(APART_MAX))
        worker = await start("worker")
      },
      "the broker": async () => {
        await nats.stop()
        await stored.more(1 + below(APART_MAX))
        await nats.start()
        for (const { url } of nodes)
          await expect.poll(() => measured(url), { interval: 50 }).toContain("quire_chat_broker_connected 1\n")
      },
      "the database": () => own.crash(),
      // The server then closes all other sessions and recovers.
      "a session of the database": async () => {
        const sessions = await kit.read.sql<Array<{ pid: number }>>`
          select pid from pg_stat_activity where application_name = 'quire chat' order by pid`
        const session = sessions[below(sessions.length)]
        if (session !== undefined) process.kill(session.pid, "SIGKILL")
      },
      "all sessions of the nodes": () =>
        kit.read.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'quire chat'`,
    }
    const kill = async () => {
      for (let round = 0; round < KILLS; round += 1) {
        const due = Object.values(faults)
        while (due.length > 0) {
          // There is load before each kill, and the killed process serves again.
          await stored.more(1 + below(APART_MAX))
          await due.splice(below(due.length), 1)[0]?.()
        }
      }
      isOver = true
    }
    await Promise.all([...clients.map(send), kill()])

    const sent = begun.count
    const acknowledged = new Map(clients.flatMap((client) => [...client.acknowledged]))
    expect(acknowledged.size).toBe(sent)
    await kit.read.settle()
    const history = await kit.read.sql<Array<{ seq: number; text: string; clientId: string }>>`
      select seq, text, client_id as "clientId" from read.chat_message m
      join read.chat_room r using (room_id) where r.owner_id = ${owner.personId} order by seq`
    expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: sent }, (_, at) => at + 1))
    for (const { seq, clientId } of history) expect(acknowledged.get(clientId)).toBe(seq)
    for (const [at, client] of clients.entries()) {
      await client.shown.until(sent)
      expect(client.faults).toEqual([])
      expect(client.order.map((seq) => client.seen.get(seq))).toEqual(history.map(({ text }) => text))
      client.stop()
      const page = await ChatClient.open(urls[at % urls.length] ?? "")
      await page.get("Tk", people[at]?.token ?? "")
      const { Rooms } = await page.get<{ readonly Rooms: ReadonlyArray<ChatSummary> }>("Lmh")
      const [room, ...others] = Rooms.filter(({ Epoch }) => Epoch > 0)
      expect(others).toEqual([])
      expect(room?.Read).toBeGreaterThanOrEqual(client.read)
      const unread = sent - Math.max(room?.Read ?? 0, ...client.acknowledged.values())
      expect(room).toMatchObject({ Head: sent, UnreadCount: unread })
      page.close()
    }
    // All log tailers that wait for hints continue.
    const listening = () => kit.read.sql`
      select from pg_stat_activity where query ilike 'listen%' and application_name = 'quire chat'`
    await expect.poll(async () => (await listening()).length).toBe(nodes.length)
    expect(await Promise.all(nodes.map((node) => node.kill("SIGTERM")))).toEqual([0, 0])
    // No one writes any more: the read models match the log.
    await kit.read.settle()
    const { live, rebuilt } = await kit.read.digests()
    expect(live).toEqual(rebuilt)
    expect(await worker.kill("SIGTERM")).toBe(0)
    expect(started.map(({ output }) => output()).join("")).not.toMatch(/"level":"fatal"/)
  },
  MS_MAX,
)

it("refuses a second process without NATS, and ends one that lost its lock to another, with the reason", async () => {
  const { pid, refused, lost } = await alone
  // The supervisor's exit code for a configuration error that a restart would not fix.
  for (const { code, output } of [refused, lost]) {
    expect(code).toBe(78)
    expect(output).toContain(ALONE)
  }
  expect(refused.output).toContain(String(pid))
})

const ALONE = "NATS_URL must be set, to the same server everywhere"

/** Two processes without NATS on one database; the first loses its lock to the waiting second. */
const loseTheirPlace = async () => {
  const db = await testDatabase()
  const sql = postgres(db.url, { max: 2 })
  const startAlone = async () => {
    const process = await spawnRole("chat", { DATABASE_URL: db.url, CHAT_PORT: String(await freePort()) })
    alive.push(process)
    return process
  }
  const endOf = async (process: RoleProcess) => ({ code: await process.ended, output: process.output() })
  const first = await startAlone()
  const refused = await endOf(await startAlone())

  const session = await sql.reserve()
  const taken = session`select pg_advisory_lock(hashtext('chat.node'), 0)`.execute()
  const locks = sql`from pg_locks where locktype = 'advisory' and classid = hashtext('chat.node')::oid`
  await expect.poll(() => sql`select ${locks} and not granted`).toHaveLength(1)
  // Its database session ends, as in a crash.
  await sql`select pg_terminate_backend(pid) ${locks} and granted`
  await taken
  const lost = await endOf(first)
  session.release()
  await sql.end()
  await db.drop()
  return { pid: first.pid, refused, lost }
}

/** The metrics of a node. */
const measured = async (url: string): Promise<string> =>
  (await fetch(new URL("/metrics", url.replace("ws:", "http:"))).catch(() => undefined))?.text() ?? ""
