import type { Chatter } from "../../testing/chatStage.ts"
import type { Beaten } from "./generator/heartbeat.ts"
import { membersOf, rssKb, type Server, type Setting } from "./Setting.ts"

const SECONDS = 30

/** As many sockets as were asked for, each with its heartbeat: whether they stay, and what memory each takes. */
export const sockets = async (setting: Setting, server: Server, people: ReadonlyArray<Chatter>, count: number) => {
  const seconds = setting.given("seconds", SECONDS)
  const members = membersOf(people, count, () => "")
  const measure = async ({ port, pid }: Server) => {
    const generator = setting.startGenerator()
    const before = rssKb(pid)
    const openMs = await generator.open({ port, members })
    const beaten = await generator.heartbeat({ seconds })
    const perSocket = (rssKb(pid) - before) / count
    generator.close()
    return { openMs, perSocket, ...beaten }
  }
  const product = await measure(server)
  setting.say(`${product.held} sockets held${closings(product)}, ${product.perSocket.toFixed(1)} KB each`)
  const bareServer = await setting.startBare()
  const bare = await measure(bareServer)
  bareServer.close()
  return {
    sockets_held: product.held,
    heartbeats_answered: product.answered,
    rss_kb_per_socket_over_bare: product.perSocket - bare.perSocket,
    rss_kb_per_socket: product.perSocket,
    bare_rss_kb_per_socket: bare.perSocket,
    heartbeat_p99_ms: product.p99Ms,
    bare_heartbeat_p99_ms: bare.p99Ms,
    sockets_opened_per_s: (count / product.openMs) * 1_000,
  }
}

const closings = ({ closedBy }: Beaten): string =>
  closedBy.length === 0 ? "" : ` (closed: ${closedBy.map(([code, times]) => `${times} by ${code}`).join(", ")})`
