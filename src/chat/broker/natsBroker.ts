import { connect, type NatsConnection } from "@nats-io/transport-node"
import { observer } from "#core/kernel"
import type { Broker } from "./Broker.ts"
import { natsServers } from "./natsServers.ts"

const RECONNECT_MS = 500
const PING_MS = 5_000
/** Delay between attempts if the server is unreachable at the start. */
const FIRST_CONNECT_MS = 1_000

export type NatsOptions = {
  /** One or more addresses of one cluster, separated by commas. */
  readonly url: string
  readonly name: string
  readonly log: (level: "info" | "warn", message: string, details?: object) => void
}

/**
 * Connects nodes over NATS and retries forever. While disconnected, nothing is sent or queued; other nodes follow the
 * log.
 */
export const natsBroker = ({ url, name, log }: NatsOptions): Broker => {
  const subscribers = new Map<string, (payload: unknown) => void>()
  let connection: NatsConnection | undefined
  let isConnected = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const listen = (to: NatsConnection, subject: string, onPayload: (payload: unknown) => void) =>
    to.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return
        try {
          onPayload(message.json())
        } catch (failure) {
          log("warn", "a message of another node could not be read", { subject, error: String(failure) })
        }
      },
    })

  const open = async () => {
    try {
      const opened = await connect({
        ...natsServers(url),
        name,
        noEcho: true,
        pingInterval: PING_MS,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_MS,
      })
      if (isClosed) return void opened.close()
      connection = opened
      isConnected = true
      for (const [subject, onPayload] of subscribers) listen(opened, subject, onPayload)
      void watch(opened)
      log("info", "NATS is reached")
    } catch (error) {
      if (isClosed) return
      log("warn", "NATS is not reached; it is tried again", { error: String(error) })
      retry = setTimeout(() => void open(), FIRST_CONNECT_MS)
    }
  }

  const watch = async (opened: NatsConnection) => {
    for await (const { type } of opened.status()) {
      if (type === "disconnect" || type === "reconnect") isConnected = type === "reconnect"
      if (type === "disconnect") log("warn", "NATS is away; other nodes follow the log")
      if (type === "reconnect") log("info", "NATS is reached again")
    }
  }

  void open()
  return {
    get isConnected() {
      return isConnected
    },
    publish: (subject, payload) => {
      if (!isConnected) return
      connection?.publish(subject, JSON.stringify(payload))
      observer()?.publish("nats")
    },
    subscribe: (subject, onPayload) => {
      subscribers.set(subject, onPayload)
      if (connection !== undefined) listen(connection, subject, onPayload)
    },
    close: async () => {
      isClosed = true
      isConnected = false
      clearTimeout(retry)
      await connection?.close()
    },
  }
}
