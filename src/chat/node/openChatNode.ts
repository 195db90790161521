import { hostname } from "node:os"
import { Effect, type Scope } from "effect"
import { Chats, LEVEL_BY_SCOPE, type RoomAddress, RoomEvents } from "#core/chat"
import { confirmEra, Hints, type Sealing, Sql, uuidv7 } from "#core/kernel"
import { endedSessions, findMembers, findNames, findPersonIdsByCode } from "#projections/accounts"
import { filterByLevel, filterPartners, groupRoomsOf, listedRoom, unreadCounts } from "#projections/chat"
import { waitFor } from "#projections/runner"
import type { MeasureRule } from "#src/process/metrics/mayMeasure.ts"
import { processMetrics } from "#src/process/metrics/processMetrics.ts"
import { type Counter, Registry } from "#src/process/metrics/Registry.ts"
import { Admission } from "../admission.ts"
import { type Broker, NO_BROKER } from "../broker/Broker.ts"
import { natsBroker } from "../broker/natsBroker.ts"
import type { CommandServices } from "../commands/CommandHandler.ts"
import { dispatchRequests, type Run } from "../commands/dispatchRequests.ts"
import type { Rates } from "../limits/RateLimit.ts"
import { Peer } from "../peers/Peer.ts"
import { closeUnauthenticated, TOKEN_MS_MAX, watchSessions } from "../peers/watchSessions.ts"
import { openSocket, type SocketHandle, type SocketServer } from "../Socket.ts"
import { ChatNode, type NodeQueries } from "./ChatNode.ts"
import { BEAT_MS, NodeRegistry, NotAlone } from "./NodeRegistry.ts"

type Ask = <A>(effect: Effect.Effect<A, unknown, CommandServices | Sealing>) => Promise<A>

const nodeQueries = (query: Ask): NodeQueries => ({
  members: (tokens) => query(findMembers(tokens)),
  namesOf: (personIds) => query(findNames(personIds)),
  peopleOf: (codes) => query(findPersonIdsByCode(codes)),
  unread: (personIds, position) =>
    query(Effect.andThen(position > 0 ? waitFor("chat", position) : Effect.void, unreadCounts(personIds))),
  permissions: (address, personId) => query(Chats.use((chats) => chats.permissions(address, personId, 0))),
  decode: (event) => query(RoomEvents.decode(event)),
  groupRooms: (personIds, position) =>
    query(
      Effect.gen(function* () {
        const isOld = position > 0 && !(yield* waitFor("chat", position))
        return { rooms: yield* groupRoomsOf(personIds), isOld }
      }),
    ),
  granted: (room, among) => {
    const level = room.scope === "Subscriber" || room.scope === "Premium" ? LEVEL_BY_SCOPE[room.scope] : null
    return level === null ? Promise.resolve([]) : query(filterByLevel(room.ownerId, level, among))
  },
  partners: (personId, among, position) =>
    query(Effect.andThen(waitFor("chat", position, PUSH_WAIT_MS_MAX), filterPartners(personId, among))),
  listed: (personId, address, position) => query(listedAt(personId, address, position)),
})

/** A push has no caller that waits, and an outdated state would be the last one sent. */
const PUSH_WAIT_MS_MAX = 10_000

const listedAt = Effect.fnUntraced(function* (personId: string, address: RoomAddress, position: number) {
  yield* waitFor("chat", position, PUSH_WAIT_MS_MAX)
  const room = yield* listedRoom(personId, address)
  if (room === null || room.epoch === 0) return null
  // A group room that a person may not read is not in their list; clients that show it must remove it.
  const isGone = room.level > 0 && room.targetId !== personId && !room.permissions.mayRead
  return isGone ? { ...room, state: "ended" as const } : room
})

type ChatMetrics = {
  readonly requests: Counter
  readonly render: () => string
}

const chatMetrics = (
  node: ChatNode,
  broker: Broker,
  admission: Admission,
  server: () => SocketServer | undefined,
): ChatMetrics => {
  const registry = new Registry()
  const counted = (name: keyof SocketServer["counted"]) => () => server()?.counted[name] ?? 0
  registry.gauge("quire_chat_connections", "Open sockets.", () => admission.connections)
  registry.gauge("quire_chat_people", "People with at least one socket.", () => node.people.count)
  registry.gauge("quire_chat_rooms", "Rooms that are followed for somebody here.", () => node.rooms.count)
  registry.gauge("quire_chat_broker_connected", "Whether other nodes are heard over NATS.", () =>
    broker.isConnected ? 1 : 0,
  )
  registry.gauge("quire_chat_log_position", "Up to where the log was followed.", () => node.follower.position)
  registry.total("quire_chat_frames_total", "Frames that clients sent.", counted("frames"))
  registry.total("quire_chat_pushes_total", "Frames that were published to topics.", () => node.frameBatcher.frames)
  registry.total("quire_chat_refused_total", "Sockets that were not admitted.", counted("refused"))
  registry.total(
    "quire_chat_closed_for_breach_total",
    "Sockets that were closed for what they sent.",
    counted("breaches"),
  )
  registry.total(
    "quire_chat_closed_as_slow_total",
    "Sockets that were closed because they read too slowly.",
    counted("dropped"),
  )
  const requests = registry.counter("quire_chat_requests_total", "Requests, by command and outcome.")
  registry.total(
    "quire_chat_resumes_total",
    "Rooms that were asked about by who came back, by what was answered.",
    () => Object.entries(node.resumes).map(([status, count]) => [{ status }, count]),
  )
  return { requests, render: () => registry.render() + processMetrics().render() }
}

export type OpenChatNodeOptions = {
  readonly host: string
  /** 0 for a free port. */
  readonly port: number
  readonly publicOrigin: string
  readonly trustedProxies: number
  /** Without it this node must be the only one. */
  readonly natsUrl?: string | undefined
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly hasEcho?: boolean
  readonly measure?: MeasureRule
  readonly now?: () => number
  readonly rates?: Rates | undefined
  readonly connectionsMax?: number
  readonly perAddressMax?: number
  /** Idle timeout of a socket, at least 8 seconds. */
  readonly idleSecondsMax?: number | undefined
  /** How long to wait for the lock. */
  readonly claimMsMax?: number
  /** The node lost its lock to another one and must end. */
  readonly onLost?: (error: NotAlone) => void
}

export type OpenChatNode = { readonly port: number; readonly nodeId: string; readonly node: ChatNode }

/** Intervals of the periodic jobs. */
const SESSIONS_MS = 1_500
const TYPING_MS = 1_000
const STRANGERS_MS = 1_000
const PRESENCE_MS = 1_000
const SWEEP_MS = 5_000
const SPENDING_MS = 1_000
const HEADS_MS = 5_000
const TEND_MS = 1_000
/** Time limit of each step of the shutdown. */
const END_MS_MAX = 1_000
/** Only rooms with recent activity are announced. */
const HEADS_AGE_MS = 4 * HEADS_MS

/**
 * Opens a chat node: takes its lock, follows the log and listens. On close it stops accepting sockets, closes the open
 * ones gradually and waits for pending requests. Fails if other nodes use the database and cannot hear this one.
 */
export const openChatNode = Effect.fn("openChatNode")(function* (
  options: OpenChatNodeOptions,
): Effect.fn.Return<OpenChatNode, NotAlone, CommandServices | Sealing | Hints | Scope.Scope> {
  const { host, natsUrl, publicOrigin, now = Date.now } = options
  const { client: sql } = yield* Sql
  const services = yield* Effect.context<CommandServices | Sealing>()
  const query = Effect.runPromiseWith(services)
  /** The database must stay open until these are answered. */
  const pending = new Set<Promise<unknown>>()
  const run: Run = (effect) => {
    const exit = Effect.runPromiseExitWith(services)(effect)
    pending.add(exit)
    return exit.finally(() => pending.delete(exit))
  }
  const log = (level: "info" | "warn" | "error", message: string, details: object = {}) =>
    void query(LOGS[level](message, details))
  const onTrouble = (what: string, error: unknown) => log("error", what, { error: String(error) })
  const nodeId = uuidv7(now())
  const broker = natsUrl === undefined ? NO_BROKER : natsBroker({ url: natsUrl, name: nodeId, log })
  yield* Effect.addFinalizer(() => withTimeout(broker.close))
  const name = `${hostname()} ${process.pid}`
  const registry = new NodeRegistry(sql, { nodeId, name, startedAt: new Date(now()), hasBroker: natsUrl !== undefined })
  const notAlone = yield* Effect.acquireRelease(
    Effect.promise(() => registry.claim(options.claimMsMax)),
    () => withTimeout(() => registry.end().catch((error) => onTrouble("the node's rows stay", error))),
  )
  if (notAlone !== null) return yield* notAlone

  let server: SocketServer | undefined
  let isDraining = false
  const admission = new Admission(publicOrigin, options)
  const publish = (topic: string, text: string) => server?.publish(topic, text)
  const queries = nodeQueries(query)
  const { logListener } = yield* Chats
  const { eraId } = yield* Effect.promise(() => confirmEra(sql, null))
  const node = new ChatNode({
    nodeId,
    eraId,
    sql,
    broker,
    queries,
    logListener,
    publish,
    now,
    rates: options.rates,
    onTrouble,
  })
  const metrics = chatMetrics(node, broker, admission, () => server)
  const count = (command: string, outcome: string) => metrics.requests({ command, outcome })
  const said = dispatchRequests({ node, run, count, onTrouble })

  const lost = (error: unknown) => {
    if (!(error instanceof NotAlone)) throw error
    options.onLost?.(error)
    return { wasThere: true, isDraining: true }
  }
  const beat = async () => {
    const heartbeat = await registry.beat(admission.connections, node.people.count).catch(lost)
    const { wasThere, isDraining: isToDrain } = heartbeat
    if (!wasThere) for (const { personId } of node.people.all) node.presence.note(personId, true)
    if (isToDrain && !isDraining) void closeGradually(node.people.peers())
    isDraining = isToDrain
  }
  const heads = () => {
    const since = now() - HEADS_AGE_MS
    node.nodeMessages.heads(
      Object.fromEntries(
        [...node.rooms.all].flatMap(({ roomId, head, usedMs }) => (usedMs > since ? [[roomId, head]] : [])),
      ),
    )
  }
  const endedOf = (sessionIds: ReadonlyArray<string>) => query(endedSessions(sessionIds))
  const all: ReadonlyArray<PeriodicJob> = [
    { name: "beat", everyMs: BEAT_MS, work: beat },
    {
      name: "sessions",
      everyMs: SESSIONS_MS,
      work: () => watchSessions(node.people, endedOf, (peer) => node.signOut(peer, now() + TOKEN_MS_MAX)),
    },
    { name: "typing", everyMs: TYPING_MS, work: () => node.resetTyping() },
    { name: "unauthenticated", everyMs: STRANGERS_MS, work: () => closeUnauthenticated(node.people, now()) },
    { name: "presence", everyMs: PRESENCE_MS, work: () => node.presence.flush() },
    { name: "presence sweep", everyMs: SWEEP_MS, work: () => node.presence.sweep() },
    { name: "rateLimitGossip", everyMs: SPENDING_MS, work: () => node.rateLimitGossip.share() },
    { name: "heads", everyMs: HEADS_MS, work: heads },
    { name: "rooms", everyMs: TEND_MS, work: () => node.rooms.tend((room) => node.isListened(room)) },
  ]

  yield* Effect.acquireRelease(
    Effect.promise(() => node.follower.start()),
    () => withTimeout(() => node.follower.stop()),
  )
  yield* Hints.use((hints) => hints.listen(() => node.follower.wake()))
  yield* Effect.promise(beat)
  yield* Effect.acquireRelease(
    Effect.sync(() => runPeriodically(all, onTrouble)),
    (stop) => withTimeout(stop),
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
        await closeGradually(node.people.peers())
        await open.close()
      }).pipe(Effect.andThen(withTimeout(() => Promise.all(pending)))),
  )
  server = opened
  return { port: opened.port, nodeId, node }
})

/** Limits a shutdown step, which could take long without the database. */
const withTimeout = (end: () => Promise<unknown>) =>
  Effect.promise(() => Promise.race([end(), new Promise((resolve) => setTimeout(resolve, END_MS_MAX))]))

const LOGS = { info: Effect.logInfo, warn: Effect.logWarning, error: Effect.logError } as const

export type PeriodicJob = { readonly name: string; readonly everyMs: number; readonly work: () => unknown }

/**
 * Runs each job at its interval, never twice at once; a failed job runs again at the next interval. Returns a function
 * that stops the timers and waits for running jobs.
 */
export const runPeriodically = (
  all: ReadonlyArray<PeriodicJob>,
  onTrouble: (what: string, error: unknown) => void,
): (() => Promise<void>) => {
  const pending = new Map<string, Promise<void>>()
  const timers = all.map(({ name, everyMs, work }) =>
    setInterval(() => {
      if (pending.has(name)) return
      const done = Promise.resolve()
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => onTrouble(`${name} failed`, error),
        )
        .finally(() => pending.delete(name))
      pending.set(name, done)
    }, everyMs),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(pending.values())
  }
}

/** Maximum duration of a drain. */
export const DRAIN_MS_MAX = 10_000
const STEP_MS = 100
const STEP_SOCKETS_MIN = 200
export const SERVICE_RESTART = 1012

/** Asks every socket to reconnect, in steps: thousands of simultaneous reconnects would overload the other nodes. */
export const closeGradually = async (
  sessions: Iterable<{ readonly wire: SocketHandle | null }>,
  pause = (ms: number) => new Promise<unknown>((resolve) => setTimeout(resolve, ms)),
): Promise<void> => {
  const open = [...sessions]
  const step = Math.max(STEP_SOCKETS_MIN, Math.ceil((open.length * STEP_MS) / DRAIN_MS_MAX))
  for (let at = 0; at < open.length; at += step) {
    if (at > 0) await pause(STEP_MS)
    for (const { wire } of open.slice(at, at + step)) wire?.end(SERVICE_RESTART, "restart")
  }
}
