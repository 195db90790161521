import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { ChatHistory } from "#contract/chat"
import { roomIdOf } from "#core/chat"
import { parseFrame, roomTopic } from "./frame.ts"
import { BACKPRESSURE_BYTES_MAX, FRAMES_PER_SECOND_MAX } from "./Socket.ts"
import type { ChatClient } from "./testing/ChatClient.ts"
import { type ChatKit, makeChatKit, type Person, startNode } from "./testing/chatKit.ts"
import { FaithfulClient } from "./testing/FaithfulClient.ts"
import { type NatsServer, natsServer } from "./testing/natsServer.ts"
import { anyFrame, sendAll, sendBytes } from "./testing/nonsense.ts"
import { troubledNetwork } from "./testing/troubledNetwork.ts"

/** Messages per person during the partition: ten rounds take about a second. */
const ROUNDS = Number(process.env["CHAT_PARTITION_ROUNDS"] ?? 10)
const MS_MAX = 60_000 + ROUNDS * 500
/** Number of malformed frames, and the seed that generates them. */
const NONSENSE = Number(process.env["CHAT_FUZZ_FRAMES"] ?? 150)
const SEED = Number(process.env["CHAT_FUZZ_SEED"] ?? 1)
const NONSENSE_MS_MAX = 60_000 + NONSENSE * 50

/** Rate limits high enough for a test. */
const AS_MANY = { perSecond: 10_000, burst: 10_000 }
const RATES = { write: AS_MANY, read: AS_MANY, sign: AS_MANY }
/** The minimum that the server accepts; production uses four times as long. */
const IDLE_SECONDS_MAX = 8
/** Ten seconds in production; a statement that succeeds takes less than this even on a busy machine. */
const ANSWER_MS_MAX = 2_000
/** Bytes of one push, and what the system buffers for a connection before the server has to. */
const BALLAST_BYTES = 10_000
const SYSTEM_BYTES_MAX = 32 * 1024 * 1024

type Network = Awaited<ReturnType<typeof troubledNetwork>>
let kit: ChatKit
let nats: NatsServer
const networks: Array<Network> = []
/** A proxy to a port, for injecting faults. */
const wayTo = async (port: number): Promise<Network> => {
  const network = await troubledNetwork(port)
  networks.push(network)
  return network
}
/** The proxies of the second and the third node to NATS. */
let ways: readonly [Network, Network]
let missing: Awaited<ReturnType<typeof losesItsNetwork>>
let apart: ReadonlyArray<Awaited<ReturnType<typeof losesItsDatabase>>>

beforeAll(async () => {
  ;[kit, nats] = await Promise.all([makeChatKit(0), natsServer()])
  const natsPort = Number(new URL(nats.url).port)
  ways = [await wayTo(natsPort), await wayTo(natsPort)]
  for (const port of [natsPort, ways[0].port, ways[1].port])
    kit.nodes.push(
      await startNode(kit.db.url, {
        natsUrl: `nats://127.0.0.1:${port}`,
        rates: RATES,
        idleSecondsMax: IDLE_SECONDS_MAX,
      }),
    )
  // Proving silence takes a while, so the other tests run concurrently.
  missing = await losesItsNetwork()
  apart = [await losesItsDatabase("fallSilent"), await losesItsDatabase("fallMute")]
})
afterAll(async () => {
  for (const network of networks) network.close()
  await kit.stop()
  await nats.stop()
})

/** A person in a room with a faulty connection to the first node. */
const comesFromAfar = async (owner: Person, { token }: Person) => {
  const way = await wayTo(kit.nodes[0]?.port ?? 0)
  const url = `ws://127.0.0.1:${way.port}/`
  return { way, client: new FaithfulClient({ urls: [url], token, scope: "Team", target: owner.userCode }) }
}

/** Posts in a room of the owner. */
const post = (client: ChatClient, owner: Person, text: string) =>
  client.get<{ readonly Seq: number }>("Bc", "Team", owner.userCode, text.replaceAll(" ", "-"), "", "", text)

const isHere = ({ personId }: Person) => kit.nodes[0]?.node.people.find(personId) !== undefined
const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** A half-open connection: both sides consider it open, but nothing passes. */
const losesItsNetwork = async () => {
  const { owner, readers } = await kit.room("Team", ["Half"])
  const half = readers[0]
  const { way, client } = await comesFromAfar(owner, half)
  const o = await kit.enter(owner)
  await post(o, owner, "before")
  await client.shown.until(1)
  way.fallSilent()
  for (const seq of [2, 3, 4]) await post(o, owner, `said into silence ${seq}`)
  o.close()
  return { half, client, way }
}

/** Posts to a separate node while the network to its database drops everything, or the answers. */
const losesItsDatabase = async (trouble: "fallSilent" | "fallMute") => {
  const { owner } = await kit.room("Team", [])
  const url = new URL(kit.db.url)
  const way = await wayTo(Number(url.port))
  url.port = String(way.port)
  kit.nodes.push(await startNode(url.href, { natsUrl: nats.url, rates: RATES, answerMsMax: ANSWER_MS_MAX }))
  const tab = await kit.enter(owner, kit.nodes.length - 1)
  await post(tab, owner, "before")
  way[trouble]()
  const request = () => tab.ask("Bc", "Team", owner.userCode, "lost", "", "", "into silence")
  return { owner, way, ask: request, answered: request() }
}

it(
  "delivers messages from both sides of a network partition to everyone, once and in order, during and after it",
  async () => {
    const { owner, readers } = await kit.room("Team", ["Kim", "Lou"])
    const people = [owner, ...readers]
    // One fault per node: the first receives NATS, the second's connection is paused, the third's messages are lost.
    const tabs: Array<ChatClient> = []
    for (const [at, person] of people.entries()) tabs.push(await kit.enter(person, at))
    const [first, held, lost] = tabs as [ChatClient, ChatClient, ChatClient]
    let said = 0
    const everybodySays = async () => {
      const next = said + 1
      const sent = await Promise.all(tabs.map((tab, by) => post(tab, owner, `${by} says ${next}`)))
      said += tabs.length
      expect(sent.map(({ Seq }) => Seq).toSorted((one, other) => one - other)).toEqual(tabs.map((_, at) => next + at))
      for (const tab of tabs) await tab.until(() => tab.lines("Bc").length >= said, "what was said")
    }
    /** Typing is sent between nodes through NATS only. */
    const typing = () => new Set(first.lines("Ty").map(({ UserCode }) => UserCode))
    const type = () => Promise.all([held, lost].map((tab) => tab.get("Ty", "Team", owner.userCode)))

    await everybodySays()
    ways[0].hold()
    ways[1].fallSilent()
    await type()
    for (let round = 0; round < ROUNDS; round += 1) {
      await everybodySays()
      // History includes it too, before the next message.
      await kit.read.settle()
    }
    expect(typing()).toEqual(new Set())

    for (const way of ways) way.heal()
    const others = new Set(readers.map(({ userCode }) => userCode))
    await expect.poll(() => type().then(typing), { interval: 200 }).toEqual(others)
    for (let round = 0; round < 5; round += 1) await everybodySays()
    const [heard, ...rest] = tabs.map((tab) => tab.lines("Bc").map(({ Seq, Message }) => [Seq, Message]))
    expect(heard?.map(([seq]) => seq)).toEqual(numbersTo(said))
    for (const other of rest) expect(other).toEqual(heard)
    for (const tab of tabs) tab.close()
  },
  MS_MAX,
)

it("closes a client that does not read, buffers little, and replays everything after its return", async () => {
  const { owner, readers } = await kit.room("Team", ["Slow", "Quick"])
  const [slow, quick] = readers
  const { way, client } = await comesFromAfar(owner, slow)
  const [o, q] = [await kit.enter(owner), await kit.enter(quick)]
  await post(o, owner, "before")
  await client.shown.until(1)

  way.hold()
  const topic = roomTopic(roomIdOf({ scope: "Team", ownerId: owner.personId }))
  const ballast = JSON.stringify({ Room: "x".repeat(BALLAST_BYTES) })
  let pushed = 0
  for (let said = 1; isHere(slow); said += 1) {
    // Each push reaches the others before the next one is sent.
    kit.nodes[0]?.node.frameBatcher.push(topic, "Ty", ballast)
    pushed += 1
    await q.until(() => q.lines("Ty").length === pushed, "the push")
    if (said <= 20) await post(o, owner, `said meanwhile ${said}`)
    expect(pushed * BALLAST_BYTES).toBeLessThan(SYSTEM_BYTES_MAX + BACKPRESSURE_BYTES_MAX)
  }
  const { Seq: head } = await post(o, owner, "after")
  await q.until(() => q.lines("Bc").length === head, "all messages")
  way.heal()
  await client.shown.until(head)
  expect(client.order).toEqual(numbersTo(head))
  expect(client.faults).toEqual([])
  expect([...client.seen.values()]).toEqual(q.lines("Bc").map(({ Message }) => Message))
  client.stop()
})

it("closes a socket whose network is silent, and replays everything after its return", async () => {
  const { half, client, way } = missing
  await expect.poll(() => isHere(half)).toBe(false)
  expect(client.order).toEqual([1])
  way.heal()
  await client.shown.until(4)
  expect(client.order).toEqual(numbersTo(4))
  expect(client.faults).toEqual([])
  client.stop()
})

it(
  "answers each malformed frame of a known command with one refusal, and continues",
  async () => {
    const { owner, readers } = await kit.room("Team", ["Odd"])
    const odd = readers[0]
    const { url = "" } = kit.nodes[0] ?? {}
    const connections = async () => {
      const metrics = await fetch(new URL("/metrics", url.replace("ws:", "http:")))
      return Number(/^quire_chat_connections (\d+)$/m.exec(await metrics.text())?.[1])
    }
    const before = await connections()
    const frames = fc.sample(anyFrame(owner.userCode, odd.userCode), { numRuns: NONSENSE, seed: SEED })
    const some = FRAMES_PER_SECOND_MAX - 2
    for (let at = 0; at < frames.length; at += some) {
      // A person who left is a member again for the next frames.
      const back = `In|back|Team|${owner.userCode}|join`
      const said = [`Tk|in|${odd.token}`, ...frames.slice(at, at + some), back]
      const expected = said.flatMap((text) => {
        const frame = parseFrame(text)
        return frame === undefined ? [] : [`${frame.command}|${frame.id}`]
      })
      const { replies, isClosed } = await sendAll(url, said, expected.length)
      expect(replies.map((text) => text.split("|", 2).join("|")).toSorted()).toEqual(expected.toSorted())
      expect(replies.filter((text) => /^Tk\|in\|[^{]|\|Error\|chat\.failed\|/.test(text))).toEqual([])
      expect(isClosed).toBe(false)
    }
    for (const bytes of fc.sample(fc.uint8Array({ minLength: 1, maxLength: 200 }), { numRuns: 40, seed: SEED }))
      await sendBytes(url, bytes)
    await expect.poll(connections).toBeLessThanOrEqual(before)
  },
  NONSENSE_MS_MAX,
)

it("does not wait forever for a database behind a silent network, and stores resent messages once", {
  timeout: 180_000,
}, async () => {
  for (const { owner, way, ask, answered } of apart) {
    expect(await answered).toMatch(/^Error\|chat\.failed\|/)
    way.heal()
    await expect.poll(ask, { timeout: 50_000 }).toMatch(/^\{.*"Seq":2,/)
    const reader = await kit.enter(owner)
    await kit.read.settle()
    const { Messages } = await reader.get<ChatHistory>("Lh", "Team", owner.userCode, "")
    expect(Messages.map(({ Seq, Message }) => [Seq, Message])).toEqual([
      [1, "before"],
      [2, "into silence"],
    ])
    reader.close()
  }
})
