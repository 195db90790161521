import { Effect, Exit, Layer, ManagedRuntime, Scope } from "effect"
import type { GroupScope } from "#contract/chat"
import { Sessions } from "#core/accounts"
import { Chats, OPERATOR } from "#core/chat"
import { Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { creatorsLayer } from "#projections/chat"
import { WaitMsMin } from "#projections/runner"
import { type TestDatabase, testDatabase } from "#testing"
import { openPeople, TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { makeChatReadKit } from "../../../projections/chat/testing/chatReadKit.ts"
import { type OpenChatNode, type OpenChatNodeOptions, openChatNode } from "../node/openChatNode.ts"
import { ChatClient, type ClientKind } from "./ChatClient.ts"
import { type NatsServer, natsServer } from "./natsServer.ts"

export type TestNode = OpenChatNode & { readonly url: string; readonly stop: () => Promise<void> }

/** Long, because read models always catch up in tests. */
const SEEN_MS_MAX = 30_000

const servicesOf = (url: string, { answerMsMax, waitMsMin = SEEN_MS_MAX }: Bounds) =>
  Chats.layer.pipe(
    Layer.provideMerge(creatorsLayer),
    Layer.provideMerge(PostgresEventStore),
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Buffer.from(TEST_MASTER_KEY, "hex")))),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: 6, answerMsMax })),
    Layer.provideMerge(Layer.succeed(WaitMsMin, waitMsMin)),
  )

type Bounds = {
  /** Timeout of a statement. */
  readonly answerMsMax?: number | undefined
  /** Timeout for read models; 250 as in production. */
  readonly waitMsMin?: number | undefined
}

/** A node with its own connection pool, like a separate process. */
export const startNode = async (
  url: string,
  { answerMsMax, waitMsMin, ...options }: Partial<OpenChatNodeOptions> & Bounds = {},
): Promise<TestNode> => {
  const runtime = ManagedRuntime.make(servicesOf(url, { answerMsMax, waitMsMin }))
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

/** A signed-in person of a test. */
export type Person = Awaited<ReturnType<ReturnType<typeof openPeople>["make"]>> & { readonly name: string }

/**
 * A database, a worker for the read models and one or more nodes with NATS.
 *
 * @param own a database with its own worker; dropped by the kit
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
  /** The clock of the nodes: ahead or stopped. */
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
    person,
    /** A signed-in socket at a node. */
    enter: async ({ token }: Person, at = 0, kind?: ClientKind) => {
      const client = await connect(at, kind)
      const info = await client.get<{ UnreadCount: number }>("Tk", token)
      return Object.assign(client, { info })
    },
    /** Starts a session. */
    signIn: async ({ personId }: Person) => {
      const visit = { personId, device: "a test", address: "192.0.2.1", isSecondStepPending: false }
      return people.run(Sessions.use((sessions) => sessions.open(visit)))
    },
    /** Runs the presence jobs of every node now. */
    lookAround: async () => {
      for (const { node } of nodes) await node.presence.flush()
      for (const { node } of nodes) await node.presence.sweep()
    },
    /** A group room with members. */
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
