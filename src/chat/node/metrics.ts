import { processMetrics } from "#src/process/metrics/processMetrics.ts"
import { type Counter, Registry } from "#src/process/metrics/Registry.ts"
import type { Admission } from "../admission.ts"
import type { Broker } from "../broker/Broker.ts"
import type { SocketServer } from "../Socket.ts"
import type { ChatNode } from "./ChatNode.ts"

export type ChatMetrics = {
  readonly requests: Counter
  readonly render: () => string
}

export const chatMetrics = (
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
