import { Socket } from "node:net"
import postgres from "postgres"
import { type DatabaseHost, databaseHosts } from "./databaseHosts.ts"

/** How often each host is asked while connections are open. */
const WATCH_MS = 1_000
/** A host that does not answer in this time counts as lost. */
const ANSWER_MS_MAX = 2_000
/** How long to wait for the other hosts once a primary has answered. */
const OTHERS_MS_MAX = 200

/**
 * Answers on which timeline a host is the primary, or null if it is a standby or cannot be reached. A promotion begins
 * a new timeline with a higher number.
 */
export type AskHost = (host: DatabaseHost) => Promise<number | null>

/** Opens sockets to the primary among the hosts of a database. */
export type PrimaryHosts = {
  /** Opens a socket to the primary. If no host is one, the socket fails as if the connection was refused. */
  readonly open: (connectTo: (host: DatabaseHost) => Socket) => Promise<Socket>
}

/**
 * Finds the primary among several hosts, at first and whenever a connection is lost. Also asks all hosts once a second
 * while connections are open, because a machine that lost power closes none of them: if another host has become the
 * primary, connections to the old one are destroyed. If two hosts claim to be primaries, the one that was promoted last
 * counts.
 * @param forget called when the last socket is closed
 */
export const makePrimaryHosts = (
  hosts: ReadonlyArray<DatabaseHost>,
  request: AskHost,
  forget: () => void = () => undefined,
  watchMs = WATCH_MS,
): PrimaryHosts => {
  const sockets = new Map<Socket, DatabaseHost>()
  let current: DatabaseHost | null = null
  let finding: Promise<DatabaseHost | null> | undefined
  let watching: NodeJS.Timeout | undefined

  const find = (): Promise<DatabaseHost | null> => {
    finding ??= findPrimary(hosts, request).finally(() => {
      finding = undefined
    })
    return finding
  }

  const watch = async () => {
    if (sockets.size === 0) {
      clearInterval(watching)
      watching = undefined
      forget()
      return
    }
    const found = await find()
    if (found === null) return
    current = found
    for (const [socket, host] of sockets) if (host !== found) socket.destroy(moved())
  }

  return {
    open: async (connectTo) => {
      const host = current ?? (await find())
      if (host === null) return refusedSocket()
      current = host
      const socket = connectTo(host)
      sockets.set(socket, host)
      socket.once("close", () => {
        sockets.delete(socket)
        if (current === host) current = null
      })
      watching ??= setInterval(() => void watch(), watchMs).unref()
      return socket
    },
  }
}

/** Asks all hosts at once. */
const findPrimary = (hosts: ReadonlyArray<DatabaseHost>, askHost: AskHost): Promise<DatabaseHost | null> =>
  new Promise((resolve) => {
    let best: { readonly host: DatabaseHost; readonly timeline: number } | null = null
    const end = () => {
      clearTimeout(late)
      resolve(best?.host ?? null)
    }
    let late = setTimeout(end, ANSWER_MS_MAX)
    const probes = hosts.map(async (host) => {
      const timeline = await askHost(host).catch(() => null)
      if (timeline === null || (best !== null && best.timeline >= timeline)) return
      if (best === null) {
        clearTimeout(late)
        late = setTimeout(end, OTHERS_MS_MAX)
      }
      best = { host, timeline }
    })
    void Promise.all(probes).then(end)
  })

const moved = () => Object.assign(new Error("another host is the primary now"), { code: "ECONNRESET" })

const refusedSocket = (): Socket => {
  const socket = new Socket()
  const error = Object.assign(new Error("no host of the database is the primary"), { code: "ECONNREFUSED" })
  // The driver sees errors only of a socket that it already has.
  setImmediate(() => socket.destroy(error))
  return socket
}

/** Asks over one connection for each host, which is kept and does not keep the process running. */
const askOverConnections = () => {
  const clients = new Map<DatabaseHost, postgres.Sql>()
  const drop = (host: DatabaseHost) => {
    void clients
      .get(host)
      ?.end({ timeout: 0 })
      .catch(() => undefined)
    clients.delete(host)
  }
  const probe: AskHost = async (host) => {
    const client = clients.get(host) ?? openProbe(host)
    clients.set(host, client)
    let late: NodeJS.Timeout | undefined
    try {
      const answer = client<Array<{ timeline: string | null }>>`
        select case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`
      const silence = new Promise<never>((_, reject) => {
        late = setTimeout(reject, ANSWER_MS_MAX, new Error("the host does not answer"))
      })
      const [row] = await Promise.race([answer, silence])
      return row?.timeline == null ? null : Number.parseInt(row.timeline, 16)
    } catch (error) {
      drop(host)
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  const forget = () => {
    for (const host of clients.keys()) drop(host)
  }
  return { request: probe, forget }
}

const openProbe = ({ host, port, url }: DatabaseHost) => {
  const options = {
    max: 1,
    // Its timer would keep the process running.
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: "primary-search" },
    socket: () => {
      const socket = new Socket().unref().connect(port, host)
      return Object.assign(socket, { host })
    },
  }
  return postgres(url, options)
}

const opened = new Map<string, PrimaryHosts>()

/** The primary of a connection string with several hosts, shared by the pools of this process; null for one host. */
export const primaryHostsOf = (url: string): PrimaryHosts | null => {
  const hosts = databaseHosts(url)
  if (hosts.length < 2) return null
  const found = opened.get(url)
  if (found !== undefined) return found
  const { request: send, forget } = askOverConnections()
  const made = makePrimaryHosts(hosts, send, forget)
  opened.set(url, made)
  return made
}
