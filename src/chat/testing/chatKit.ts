import { Effect, Exit, Layer, ManagedRuntime, Scope } from "effect"
import type { GroupScope } from "#contract/chat"
import { Sessions } from "#core/accounts"
import { Chats, OPERATOR } from "#core/chat"
import { Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { creatorsLayer } from "#projections/chat"
import { WaitMsLeast } from "#projections/runner"
import { type TestDatabase, testDatabase } from "#testing"
import { openPeople, TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { makeChatReadKit } from "../../../projections/chat/testing/chatReadKit.ts"
import type { OpenChatNode } from "../node/openChatNode.ts"
import { type OpenChatNodeOptions, openChatNode } from "../node/openChatNode.ts"
import { ChatClient, type ClientKind } from "./ChatClient.ts"
import { type NatsServer, natsServer } from "./natsServer.ts"

export type TestNode = OpenChatNode & { readonly url: string; readonly stop: () => Promise<void> }

/** How long a request waits for read models, where nobody says otherwise: in tests they always come. */
const SEEN_MS_MAX = 30_000

const servicesOf = (url: string, { answerMsMax, waitMsLeast = SEEN_MS_MAX }: Bounds) =>
  Chats.layer.pipe(
    Layer.provideMerge(creatorsLayer),
    Layer.provideMerge(PostgresEventStore),
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Buffer.from(TEST_MASTER_KEY, "hex")))),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: 6, answerMsMax })),
    Layer.provideMerge(Layer.succeed(WaitMsLeast, waitMsLeast)),
  )

type Bounds = {
  /** Of a statement. */
  readonly answerMsMax?: number | undefined
  /** Of a request that waits for read models; 250: as in service. */
  readonly waitMsLeast?: number | undefined
}

/** A node with a pool of its own, as if it were a process of its own. */
export const startNode = async (
  url: string,
  { answerMsMax, waitMsLeast, ...options }: Partial<OpenChatNodeOptions> & Bounds = {},
): Promise<TestNode> => {
  const runtime = ManagedRuntime.make(servicesOf(url, { answerMsMax, waitMsLeast }))
  const scope = await Effect.runPromise(Scope.make())
  const standard = { host: "127.0.0.1", port: 0, publicOrigin: "https://quire.example", trustedProxies: 0 }
  const stop = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await runtime.dispose()
  }
  try {
    const node = await runtime.runPromise(
      openChatNode({ ...standard, perAddressMax: 1_000, ...options }).pipe(Effect.provideService(Scope.Scope, scope)),
    )
    return { ...node, url: `ws://127.0.0.1:${node.port}/`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Somebody of a test: a person who is signed in, and how they come in. */
export type Person = Awaited<ReturnType<ReturnType<typeof openPeople>["make"]>> & { readonly name: string }

/**
 * Chat as it runs: a database, a worker that keeps the read models, and one node or several with NATS between them.
 *
 * @param own a database that a worker of its own follows; the kit drops it when it stops
 */
export const makeChatKit = async (
  count: number,
  options: Partial<OpenChatNodeOptions> & Bounds = {},
  own?: TestDatabase,
) => {
  const db: TestDatabase = own ?? (await testDatabase())
  const read = await makeChatReadKit(db.url, own === undefined)
  const people = openPeople({ url: db.url })
  const nats: NatsServer | undefined = count > 1 ? await natsServer() : undefined
  const nodes: Array<TestNode> = []
  /** What the nodes take for the time: ahead of it, or standing still. */
  const clock: { aheadMs: number; stoppedMs: number | null } = { aheadMs: 0, stoppedMs: null }
  const now = () => clock.stoppedMs ?? Date.now() + clock.aheadMs
  for (let at = 0; at < count; at += 1) nodes.push(await startNode(db.url, { natsUrl: nats?.url, now, ...options }))
  const clients: Array<ChatClient> = []

  const connect = async (at = 0, kind?: ClientKind) => {
    const client = await ChatClient.open(nodes[at % nodes.length]?.url ?? "", kind)
    clients.push(client)
    return client
  }

  const person = async (name: string): Promise<Person> => ({ ...(await people.make({ displayName: name })), name })

  return {
    db,
    read,
    nodes,
    nats,
    clock,
    people,
    connect,
    /** Somebody new. */
    person,
    /** Somebody's socket, signed in, at the node of that number. */
    enter: async ({ token }: Person, at = 0, kind?: ClientKind) => {
      const client = await connect(at, kind)
      const info = await client.get<{ UnreadCount: number }>("Tk", token)
      return Object.assign(client, { info })
    },
    /** A session that begins now. */
    signIn: async ({ personId }: Person) => {
      const visit = { personId, device: "a test", address: "192.0.2.1", owesStep: false }
      return people.run(Sessions.use((sessions) => sessions.open(visit)))
    },
    /** Lets every node write down who came and went, and tell of it, as it does every few seconds. */
    lookAround: async () => {
      for (const { node } of nodes) await node.presence.flush()
      for (const { node } of nodes) await node.presence.sweep()
    },
    /** A creator's room with people in it. */
    room: async <const Names extends ReadonlyArray<string>>(scope: GroupScope, names: Names) => {
      const owner = await person("Owner")
      await read.run(read.chats.openRoom({ by: OPERATOR, ownerId: owner.personId, scope }))
      const readers: Array<Person> = []
      for (const name of names) {
        const reader = await person(name)
        await read.run(read.chats.join({ by: reader.personId, room: { scope, ownerId: owner.personId } }))
        readers.push(reader)
      }
      await read.settle()
      return { owner, readers: readers as { readonly [At in keyof Names]: Person } }
    },
    stop: async () => {
      for (const client of clients) client.close()
      for (const node of nodes) await node.stop()
      await nats?.stop()
      await people.close()
      await read.close()
      await db.drop()
    },
  }
}
export type ChatKit = Awaited<ReturnType<typeof makeChatKit>>
