import { afterAll, beforeAll, expect, it } from "vitest"
import { freePort } from "../../scripts/lib/ports.ts"
import { Admission } from "./admission.ts"
import { openSocket, type Speaker } from "./Socket.ts"
import { ChatClient } from "./testing/ChatClient.ts"
import { type ChatKit, makeChatKit } from "./testing/chatKit.ts"
import { FaithfulClient } from "./testing/FaithfulClient.ts"
import { type NatsServer, natsServer } from "./testing/natsServer.ts"
import { silentProxy } from "./testing/silentProxy.ts"
import { type NodeProcess, spawnNode } from "./testing/spawnNode.ts"

/** Messages that are sent, and how often a node is killed meanwhile; more of both by the environment. */
const MESSAGES = Number(process.env["CHAT_KILL_MESSAGES"] ?? 120)
const KILLS = Number(process.env["CHAT_KILLS"] ?? 1)
const MS_MAX = 60_000 + KILLS * 10_000 + MESSAGES * 100

let kit: ChatKit
let nats: NatsServer
let silence: Promise<string>
beforeAll(async () => {
  // It takes a while to be sure of a silence: the other tests go on meanwhile.
  silence = fallSilent()
  ;[kit, nats] = await Promise.all([makeChatKit(0), natsServer()])
})
const started: Array<NodeProcess> = []
/** Starts a node that does not outlive the tests. */
const startNode = async (env: Readonly<Record<string, string>>) => {
  const node = await spawnNode({ DATABASE_URL: kit.db.url, ...env })
  started.push(node)
  return node
}
afterAll(async () => {
  await Promise.all(started.map((node) => node.kill("SIGKILL")))
  await nats.stop()
  await kit.stop()
})

it(
  "keeps every acknowledged message exactly once and in order through killed nodes and lost connections to PostgreSQL, for all who listen",
  async () => {
    const { owner, readers } = await kit.room("Team", ["Kim", "Lou"])
    const ports = [await freePort(), await freePort()]
    const start = (port: number) => startNode({ NATS_URL: nats.url, CHAT_PORT: String(port) })
    const nodes: Array<NodeProcess> = await Promise.all(ports.map(start))
    const urls = nodes.map(({ url }) => url)
    const clients = [owner, ...readers].map(
      ({ token }, at) =>
        new FaithfulClient({
          urls: at % 2 === 0 ? urls : urls.toReversed(),
          token,
          scope: "Team",
          target: owner.userCode,
        }),
    )
    let killed = 0
    let sent = 0
    const send = async (client: FaithfulClient, by: number) => {
      while (sent < MESSAGES) {
        const number = sent++
        await client.send(`${by}-${number}`, `${by} says ${number}`)
      }
    }
    const until = async (due: number) => {
      while (sent < due) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const kill = async () => {
      while (killed < KILLS) {
        await until(((killed + 0.5) * MESSAGES) / (KILLS + 1))
        // All connections of the nodes to PostgreSQL end at once, as when it is started anew.
        await kit.read.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'quire chat'`
        await until(((killed + 1) * MESSAGES) / (KILLS + 1))
        const at = killed++ % nodes.length
        await nodes[at]?.kill("SIGKILL")
        nodes[at] = await start(ports[at] ?? 0)
      }
    }
    await Promise.all([...clients.map(send), kill()])

    const acknowledged = new Map(clients.flatMap((client) => [...client.acknowledged]))
    expect(acknowledged.size).toBe(MESSAGES)
    const room = { scope: "Team", ownerId: owner.personId } as const
    await kit.read.settle()
    const kept = await kit.read.sql<Array<{ seq: number; text: string; clientId: string }>>`
      select seq, text, client_id as "clientId" from read.chat_message m
      join read.chat_room r using (room_id) where r.owner_id = ${room.ownerId} order by seq`
    expect(kept.map(({ seq }) => seq)).toEqual(Array.from({ length: MESSAGES }, (_, at) => at + 1))
    for (const { seq, clientId } of kept) expect(acknowledged.get(clientId)).toBe(seq)
    for (const client of clients) {
      await expect.poll(() => client.order.length).toBe(MESSAGES)
      expect(client.faults).toEqual([])
      expect(client.order.map((seq) => client.seen.get(seq))).toEqual(kept.map(({ text }) => text))
      client.stop()
    }
    expect(await Promise.all(nodes.map((node) => node.kill("SIGTERM")))).toEqual([0, 0])
    expect(nodes.map(({ output }) => output()).join("")).not.toMatch(/"level":"fatal"/)
  },
  MS_MAX,
)

it("refuses to start a second process beside one that has no NATS, and says why", async () => {
  const [one, other] = [await freePort(), await freePort()]
  const first = await startNode({ CHAT_PORT: String(one) })
  const second = await startNode({ CHAT_PORT: String(other) })
  // What the supervisor takes for a configuration that is wrong, which starting again would not mend.
  expect(await second.ended).toBe(78)
  expect(second.output()).toContain("NATS_URL must be set, to the same server everywhere")
  expect(second.output()).toContain(String(first.pid))
  expect(await first.kill("SIGTERM")).toBe(0)
})

/** Opens a socket through a network that falls silent, half open for both sides. Answers who was let go in the end. */
const fallSilent = async (): Promise<string> => {
  const gone = Promise.withResolvers<string>()
  const server = await openSocket<Speaker>({
    host: "127.0.0.1",
    port: 0,
    admission: new Admission("https://quire.example"),
    trustedProxies: 0,
    idleSecondsMax: 8,
    now: Date.now,
    opened: (address) => ({ wire: null, address, second: 0, frames: 0 }),
    said: () => undefined,
    closed: ({ address }) => gone.resolve(address),
    isDraining: () => false,
    metrics: () => "",
    measure: { token: undefined, proxies: 0 },
  })
  const proxy = await silentProxy(server.port)
  await ChatClient.open(`ws://127.0.0.1:${proxy.port}/`)
  proxy.fallSilent()
  const address = await gone.promise
  proxy.close()
  await server.close()
  return address
}

it("lets go of a socket whose network fell silent, though nobody closed it", async () => {
  expect(await silence).toBe("127.0.0.1")
})
