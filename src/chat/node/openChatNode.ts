import { hostname } from "node:os"
import { Effect, type Scope } from "effect"
import { Chats } from "#core/chat"
import { Hints, type Sealing, Sql, uuidv7 } from "#core/kernel"
import { endedSessions } from "#projections/accounts"
import type { MeasureRule } from "#src/process/metrics/mayMeasure.ts"
import { Admission } from "../admission.ts"
import { ALONE } from "../broker/Broker.ts"
import { natsBroker } from "../broker/natsBroker.ts"
import { carryOut, type Run } from "../commands/carryOut.ts"
import type { Needs } from "../commands/Handler.ts"
import { drain } from "../drain.ts"
import type { Rates } from "../limits/Allowance.ts"
import { Peer } from "../peers/Peer.ts"
import { sendStrangersAway, TOKEN_MS_MAX, watchSessions } from "../peers/SessionWatch.ts"
import { openSocket, type SocketServer } from "../Socket.ts"
import { ChatNode } from "./ChatNode.ts"
import { chatMetrics } from "./metrics.ts"
import { BEAT_MS, NodeRegistry, NotAlone } from "./NodeRegistry.ts"
import { questionsOf } from "./questions.ts"
import { type Rhythm, rhythms } from "./rhythms.ts"

export type OpenChatNodeOptions = {
  readonly host: string
  /** 0 lets the system pick one. */
  readonly port: number
  readonly publicOrigin: string
  readonly trustedProxies: number
  /** Where nodes hear each other; without it this node must be alone. */
  readonly natsUrl?: string | undefined
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly hasEcho?: boolean
  /** Whoever shows it may read metrics from anywhere. */
  readonly measure?: MeasureRule
  readonly now?: () => number
  readonly rates?: Rates | undefined
  readonly connectionsMax?: number
  readonly perAddressMax?: number
  /** How long a socket may be silent; 8 seconds at least. */
  readonly idleSecondsMax?: number | undefined
  /** How long a place among the nodes is waited for. */
  readonly claimMsMax?: number
  /** The node lost its place to another one, as it may while the database is away: it has to end. */
  readonly onLost?: (error: NotAlone) => void
}

/** A running node, as main and tests see it. */
export type OpenChatNode = { readonly port: number; readonly nodeId: string; readonly node: ChatNode }

/** How often sessions are looked at, strangers sent away, and what presence, spending and heads have new is told. */
const SESSIONS_MS = 1_500
const TYPING_MS = 1_000
const STRANGERS_MS = 1_000
const PRESENCE_MS = 1_000
const SWEEP_MS = 5_000
const SPENDING_MS = 1_000
const HEADS_MS = 5_000
const TEND_MS = 1_000
/** What ends with the node has so long for it. */
const END_MS_MAX = 1_000
/** Rooms that changed in this time are in the heads that go round. */
const HEADS_AGE_MS = 4 * HEADS_MS

/**
 * Opens a chat node: claims its place among the nodes, follows the log from now on, and listens. Closed with the scope, in
 * order: nobody new comes in, everybody is asked to come back, what is under way ends. Refuses where
 * other nodes run on the database and they and this one could not hear each other.
 */
export const openChatNode = Effect.fn("openChatNode")(function* (
  options: OpenChatNodeOptions,
): Effect.fn.Return<OpenChatNode, NotAlone, Needs | Sealing | Hints | Scope.Scope> {
  const { host, natsUrl, publicOrigin, now = Date.now } = options
  const { client: sql } = yield* Sql
  const services = yield* Effect.context<Needs | Sealing>()
  const ask = Effect.runPromiseWith(services)
  /** Requests that are being answered: the database is there until they are. */
  const underway = new Set<Promise<unknown>>()
  const run: Run = (effect) => {
    const exit = Effect.runPromiseExitWith(services)(effect)
    underway.add(exit)
    return exit.finally(() => underway.delete(exit))
  }
  const log = (level: "info" | "warn" | "error", message: string, details: object = {}) =>
    void ask(LOGS[level](message, details))
  const onTrouble = (what: string, error: unknown) => log("error", what, { error: String(error) })
  const nodeId = uuidv7(now())
  const broker = natsUrl === undefined ? ALONE : natsBroker({ url: natsUrl, name: nodeId, log })
  yield* Effect.addFinalizer(() => inTime(broker.close))
  const name = `${hostname()} ${process.pid}`
  const registry = new NodeRegistry(sql, { nodeId, name, startedAt: new Date(now()), hasBroker: natsUrl !== undefined })
  const notAlone = yield* Effect.acquireRelease(
    Effect.promise(() => registry.claim(options.claimMsMax)),
    () => inTime(() => registry.end().catch((error) => onTrouble("the node's rows stay", error))),
  )
  if (notAlone !== null) return yield* notAlone

  let server: SocketServer | undefined
  let isDraining = false
  const admission = new Admission(publicOrigin, options)
  const publish = (topic: string, text: string) => server?.publish(topic, text)
  const questions = questionsOf(ask)
  const { logListener } = yield* Chats
  const node = new ChatNode({
    nodeId,
    sql,
    broker,
    questions,
    logListener,
    publish,
    now,
    rates: options.rates,
    onTrouble,
  })
  const metrics = chatMetrics(node, broker, admission, () => server)
  const count = (command: string, outcome: string) => metrics.requests({ command, outcome })
  const said = carryOut({ node, run, count, onTrouble })

  const lost = (error: unknown) => {
    if (!(error instanceof NotAlone)) throw error
    options.onLost?.(error)
    return { wasThere: true, isDraining: true }
  }
  const beat = async () => {
    const beaten = await registry.beat(admission.connections, node.people.count).catch(lost)
    const { wasThere, isDraining: isToDrain } = beaten
    if (!wasThere) for (const { personId } of node.people.all) node.presence.note(personId, true)
    if (isToDrain && !isDraining) void drain(node.people.peers())
    isDraining = isToDrain
  }
  const heads = () => {
    const since = now() - HEADS_AGE_MS
    node.exchange.heads(
      Object.fromEntries(
        [...node.rooms.all].flatMap(({ roomId, head, usedMs }) => (usedMs > since ? [[roomId, head]] : [])),
      ),
    )
  }
  const endedOf = (sessionIds: ReadonlyArray<string>) => ask(endedSessions(sessionIds))
  const all: ReadonlyArray<Rhythm> = [
    { name: "beat", everyMs: BEAT_MS, work: beat },
    {
      name: "sessions",
      everyMs: SESSIONS_MS,
      work: () => watchSessions(node.people, endedOf, (peer) => node.signOut(peer, now() + TOKEN_MS_MAX)),
    },
    { name: "typing", everyMs: TYPING_MS, work: () => node.tendTyping() },
    { name: "strangers", everyMs: STRANGERS_MS, work: () => sendStrangersAway(node.people, now()) },
    { name: "presence", everyMs: PRESENCE_MS, work: () => node.presence.flush() },
    { name: "presence sweep", everyMs: SWEEP_MS, work: () => node.presence.sweep() },
    { name: "spending", everyMs: SPENDING_MS, work: () => node.spending.tell() },
    { name: "heads", everyMs: HEADS_MS, work: heads },
    { name: "rooms", everyMs: TEND_MS, work: () => node.rooms.tend((room) => node.isListened(room)) },
  ]

  yield* Effect.acquireRelease(
    Effect.promise(() => node.follower.start()),
    () => inTime(() => node.follower.stop()),
  )
  yield* Hints.use((hints) => hints.listen(() => node.follower.wake()))
  yield* Effect.promise(beat)
  yield* Effect.acquireRelease(
    Effect.sync(() => rhythms(all, onTrouble)),
    (stop) => inTime(stop),
  )
  const opened = yield* Effect.acquireRelease(
    Effect.promise(() =>
      openSocket<Peer>({
        host,
        port: options.port,
        admission,
        trustedProxies: options.trustedProxies,
        onUntrustedProxy: () =>
          log("warn", "sockets come through a proxy while CHAT_TRUSTED_PROXIES is 0: it counts as one client"),
        tls: options.tls,
        hasEcho: options.hasEcho ?? false,
        idleSecondsMax: options.idleSecondsMax,
        now,
        opened: (address) => node.opened(new Peer(address, now() + TOKEN_MS_MAX)),
        said,
        drained: (peer) => peer.drained(),
        closed: (peer) => node.closed(peer),
        isDraining: () => isDraining,
        metrics: metrics.render,
        measure: options.measure ?? { token: undefined, isLocal: true },
      }),
    ),
    (open) =>
      Effect.promise(async () => {
        isDraining = true
        open.stopListening()
        await drain(node.people.peers())
        await open.close()
      }).pipe(Effect.andThen(inTime(() => Promise.all(underway)))),
  )
  server = opened
  return { port: opened.port, nodeId, node }
})

/** Ends something. Where the database is away that could take longer than anybody who stops a process has patience. */
const inTime = (end: () => Promise<unknown>) =>
  Effect.promise(() => Promise.race([end(), new Promise((resolve) => setTimeout(resolve, END_MS_MAX))]))

const LOGS = { info: Effect.logInfo, warn: Effect.logWarning, error: Effect.logError } as const
