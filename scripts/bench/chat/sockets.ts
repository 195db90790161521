import type { ChatPerson } from "../../testing/chatStage.ts"
import type { HeartbeatResult } from "./generator/heartbeat.ts"
import { membersOf, rssKb, type Server, type Setting } from "./Setting.ts"

const SECONDS = 30
/** Share of the sockets opened before the first memory reading, to exclude the one-time costs of the process. */
const FIRST_SHARE = 0.1
const FIRST_SECONDS = 5

/** Opens the requested number of sockets with heartbeats. Measures whether they stay open and the memory per socket. */
export const sockets = async (setting: Setting, server: Server, people: ReadonlyArray<ChatPerson>, count: number) => {
  const seconds = setting.given("seconds", SECONDS)
  const members = membersOf(people, count, () => "")
  const few = Math.ceil(count * FIRST_SHARE)
  const measure = async ({ port, pid }: Server) => {
    const [first, others] = [setting.startGenerator(), setting.startGenerator()]
    await first.open({ port, members: members.slice(0, few) })
    await first.heartbeat({ seconds: FIRST_SECONDS })
    const before = rssKb(pid)
    const openMs = await others.open({ port, members: members.slice(few) })
    const beaten = await Promise.all([first.heartbeat({ seconds }), others.heartbeat({ seconds })])
    const perSocket = (rssKb(pid) - before) / (count - few)
    first.close()
    others.close()
    return { openMs, perSocket, beaten, held: beaten.reduce((sum, { held }) => sum + held, 0) }
  }
  const product = await measure(server)
  setting.log(`${product.held} sockets held${closings(product.beaten)}, ${product.perSocket.toFixed(1)} KB each`)
  const bareServer = await setting.startBare()
  const bare = await measure(bareServer)
  bareServer.close()
  return {
    sockets_held: product.held,
    heartbeats_answered: Math.min(...product.beaten.map(({ answered }) => answered)),
    rss_kb_per_socket_over_bare: product.perSocket - bare.perSocket,
    rss_kb_per_socket: product.perSocket,
    bare_rss_kb_per_socket: bare.perSocket,
    heartbeat_p99_ms: Math.max(...product.beaten.map(({ p99Ms }) => p99Ms)),
    bare_heartbeat_p99_ms: Math.max(...bare.beaten.map(({ p99Ms }) => p99Ms)),
    sockets_opened_per_s: ((count - few) / product.openMs) * 1_000,
  }
}

const closings = (beaten: ReadonlyArray<HeartbeatResult>): string => {
  const closed = beaten.flatMap(({ closedBy }) => closedBy)
  return closed.length === 0 ? "" : ` (closed: ${closed.map(([code, times]) => `${times} by ${code}`).join(", ")})`
}
