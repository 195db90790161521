import { rmSync } from "node:fs"
import { connect } from "#core/kernel"
import type { NatsServer } from "../../../src/chat/testing/natsServer.ts"
import { type RoleProcess, spawnRole } from "../../../src/chat/testing/spawnRole.ts"
import { freePort } from "../../run/ports.ts"
import { waitUntil } from "../../run/processes.ts"
import { openChatStage } from "../../testing/chatStage.ts"
import { makeTestHome } from "../../testing/home.ts"
import { Histogram } from "../chat/generator/Histogram.ts"
import { NodeReader, type ReadRoom } from "./NodeReader.ts"
import { startNatsCluster } from "./startNatsCluster.ts"

const NODES = 3
const NATS_SERVERS = 3
const PEOPLE_PER_ROOM = 3
const SOCKETS_PER_ROOM = 30
/** Below the limit of sockets per address. */
const SOCKETS_PER_ADDRESS = 50
const KILL_MS = 5_000
const QUIET_MS = 15_000
const READY_MS_MAX = 300_000
const ALL_SHOWN_MS_MAX = 180_000
const TICK_MS = 20

export type NodesOptions = {
  readonly databaseUrl: string
  readonly socketsPerNode: number
  readonly messages: number
  readonly perSecond: number
  readonly log: (line: string) => void
}

export type NodesFigures = {
  /** Acknowledged messages that a reader was not shown. */
  readonly lost: number
  /** Messages that are stored twice, or were shown with another text. */
  readonly doubled: number
  /** Messages that a reader was shown before an earlier one. */
  readonly inverted: number
  /** From sending until a reader on another node is shown a pushed message; without those that were sent again. */
  readonly crossMs: Histogram
  /** The same before the first kill. */
  readonly quietMs: Histogram
  readonly deliveries: number
  readonly messages: number
  readonly sockets: number
  readonly reconnected: number
  /** From the end of a connection until the reader has caught up on another one. */
  readonly awayMs: ReadonlyArray<number>
  readonly nodeKills: number
  readonly natsKills: number
}

type Sent = { readonly atMs: number; readonly writer: NodeReader; readonly port: number }

/**
 * Connects readers to three chat nodes, kills a node or a NATS server every five seconds while people write, and compares
 * what every reader was shown with the log.
 */
export async function runNodes(options: NodesOptions): Promise<NodesFigures> {
  const { databaseUrl, socketsPerNode, messages, perSecond, log } = options
  const home = makeTestHome()
  const undo: Array<() => unknown> = [() => rmSync(home, { recursive: true, force: true })]
  try {
    const nats = await startNatsCluster(NATS_SERVERS)
    undo.push(() => Promise.all(nats.servers.map((server) => server.stop())))
    const processes: Array<RoleProcess> = []
    undo.push(() => Promise.all(processes.map((process) => process.kill("SIGKILL"))))
    const shared = { DATABASE_URL: databaseUrl, QUIRE_DATA_DIR: home, TRUSTED_PROXIES: "1", NATS_URL: nats.url }
    const ports: Array<number> = []
    while (ports.length < NODES) ports.push(await freePort())
    const startNode = async (index: number) => {
      const node = await spawnRole("chat", { ...shared, CHAT_PORT: String(ports[index]) })
      processes[index] = node
    }
    await Promise.all([...ports.keys()].map(startNode))
    processes[NODES] = await spawnRole("worker", shared)
    if (!(await waitUntil(() => areReadModelsLive(databaseUrl), READY_MS_MAX)))
      throw new Error(`the worker prepared no read models:\n${processes[NODES]?.output()}`)

    const stage = openChatStage(databaseUrl)
    undo.push(stage.close)
    const sockets = NODES * socketsPerNode
    const rooms = Math.max(1, Math.round(sockets / SOCKETS_PER_ROOM))
    log(`making ${rooms} rooms of ${PEOPLE_PER_ROOM} people`)
    const people = await stage.makePeople(rooms * PEOPLE_PER_ROOM)
    const gatherings = Array.from({ length: rooms }, (_, room) =>
      people.slice(room * PEOPLE_PER_ROOM, (room + 1) * PEOPLE_PER_ROOM),
    )
    for (const [owner, ...members] of gatherings) if (owner) await stage.gather(owner, members)
    await stage.settle()

    const sent = new Map<string, Sent>()
    const [crossMs, quietMs] = [new Histogram(), new Histogram()]
    let [deliveries, isKilling] = [0, false]
    const onShown = (reader: NodeReader, { Message }: { readonly Message: string }, isLive: boolean) => {
      deliveries += 1
      const from = sent.get(Message)
      if (!isLive || from === undefined || from.port === reader.port) return
      // The writer has lost its connection since, and sends the message again.
      if (from.writer.port !== from.port) return
      const histogram = isKilling ? crossMs : quietMs
      histogram.record(performance.now() - from.atMs)
    }
    const onSending = (writer: NodeReader, text: string) =>
      void sent.set(text, { atMs: performance.now(), writer, port: writer.port })
    const targets: ReadonlyArray<ReadRoom> = gatherings.map(([owner]) => ({
      scope: "Team",
      target: owner?.userCode ?? "",
      texts: new Map(),
    }))
    const readers: Array<NodeReader> = []
    undo.push(() => {
      for (const reader of readers) reader.stop()
    })
    const isOpen = () => readers.every(({ isReady }) => isReady)
    for (let at = 0; at < sockets; at += 1) {
      const room = at % rooms
      const turn = Math.floor(at / rooms)
      const first = turn % NODES
      const address = Math.floor(at / SOCKETS_PER_ADDRESS)
      readers.push(
        new NodeReader({
          ports: [...ports.slice(first), ...ports.slice(0, first)],
          address: `10.20.${address >> 8}.${address & 255}`,
          token: gatherings[room]?.[turn % PEOPLE_PER_ROOM]?.token ?? "",
          room: targets[room] ?? { scope: "", target: "", texts: new Map() },
          onSending,
          onShown,
        }),
      )
      if (at % 100 === 99) await waitUntil(isOpen, READY_MS_MAX)
    }
    if (!(await waitUntil(isOpen, READY_MS_MAX))) throw new Error("not all sockets could be opened")
    log(`${sockets} sockets are open`)

    const acknowledged = new Map<string, number>()
    let count = 0
    const write = () => {
      const text = `${count} ${"The bridge is open again, and the ferry sails until ten. ".repeat(2)}`
      // Writers of a room in turn, on all nodes.
      const writer = readers[(count % rooms) + rooms * (Math.floor(count / rooms) % PEOPLE_PER_ROOM)]
      if (writer === undefined) return
      const clientId = `n${count}`
      count += 1
      void writer.send(clientId, text).then((seq) => acknowledged.set(text, seq))
    }
    let [nodeKills, natsKills, turn] = [0, 0, 0]
    /** Nodes that are down or starting. */
    const away = new Set<number>()
    const restarts: Array<Promise<unknown>> = []
    const killNode = async (index: number) => {
      nodeKills += 1
      away.add(index)
      await processes[index]?.kill("SIGKILL")
      await startNode(index)
      away.delete(index)
    }
    const killNats = async (server: NatsServer) => {
      natsKills += 1
      await server.stop()
      await server.start()
    }
    /** A node and a NATS server in turn. While a node is away, no other one is killed. */
    const kill = () => {
      turn += 1
      const server = nats.servers[turn % NATS_SERVERS]
      if (turn % 2 === 1 && away.size === 0) restarts.push(killNode(nodeKills % NODES))
      else if (server) restarts.push(killNats(server))
      log(`${nodeKills} nodes and ${natsKills} NATS servers killed, ${acknowledged.size} messages acknowledged`)
    }
    const began = performance.now()
    let nextKill = began + QUIET_MS
    while (count < messages) {
      const now = performance.now()
      const due = Math.min(messages, Math.floor(((now - began) * perSecond) / 1_000))
      while (count < due) write()
      if (now >= nextKill) {
        isKilling = true
        nextKill += KILL_MS
        kill()
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    }
    await Promise.all(restarts)
    if (!(await waitUntil(() => acknowledged.size === messages, ALL_SHOWN_MS_MAX)))
      throw new Error(`${messages - acknowledged.size} messages were never acknowledged`)

    await stage.settle()
    const stored = await readStored(
      databaseUrl,
      gatherings.map(([owner]) => owner?.personId ?? ""),
    )
    const heads = targets.map((_, room) => stored[room]?.length ?? 0)
    const missing = () =>
      readers.reduce((sum, reader, at) => sum + Math.max(0, (heads[at % rooms] ?? 0) - reader.last), 0)
    await waitUntil(() => missing() === 0, ALL_SHOWN_MS_MAX)
    const all = stored.flat()
    const wrong = targets.flatMap(({ texts }, room) =>
      (stored[room] ?? []).filter((text, at) => texts.get(at + 1) !== undefined && texts.get(at + 1) !== text),
    ).length
    const unstored = [...acknowledged].filter(
      ([text, seq]) => stored[Number.parseInt(text, 10) % rooms]?.[seq - 1] !== text,
    ).length
    return {
      lost: missing() + unstored,
      doubled: all.length - new Set(all).size + wrong + sumOf(readers, ({ contradictions }) => contradictions),
      inverted: sumOf(readers, ({ inversions }) => inversions),
      ...{ crossMs, quietMs, deliveries, messages, sockets, nodeKills, natsKills },
      reconnected: sumOf(readers, ({ reconnects }) => reconnects),
      awayMs: readers.flatMap(({ awayMs }) => awayMs),
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

const areReadModelsLive = async (url: string): Promise<boolean> => {
  const sql = connect(url, { connectionsMax: 1 })
  try {
    const live = await sql`select from es.projection where name in ('accounts', 'chat') and status = 'live'`
    return live.length === 2
  } finally {
    await sql.end()
  }
}

const sumOf = (readers: ReadonlyArray<NodeReader>, figure: (reader: NodeReader) => number): number =>
  readers.reduce((sum, reader) => sum + figure(reader), 0)

/** The messages of each owner's room in the order of their numbers. */
const readStored = async (
  url: string,
  owners: ReadonlyArray<string>,
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const sql = connect(url, { connectionsMax: 1 })
  try {
    const rows = await sql<Array<{ ownerId: string; text: string }>>`
      select r.owner_id as "ownerId", m.text from read.chat_message m join read.chat_room r using (room_id)
      where r.owner_id is not null order by m.seq`
    const byOwner = Map.groupBy(rows, ({ ownerId }) => ownerId)
    return owners.map((owner) => (byOwner.get(owner) ?? []).map(({ text }) => text))
  } finally {
    await sql.end()
  }
}
