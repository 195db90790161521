/** The largest message that public suites for RFC 6455 send. */
const ECHO_BYTES_MAX = 32 * 1024 * 1024
const SECONDS_MAX = 120

type EchoSocket = { readonly send: (message: ArrayBuffer, isBinary: boolean) => unknown }

/** Sends every message back as it came. Only tests ask for it: it costs whoever serves it what a caller wishes. */
export const echo = {
  maxPayloadLength: ECHO_BYTES_MAX,
  maxBackpressure: 2 * ECHO_BYTES_MAX,
  idleTimeout: SECONDS_MAX,
  closeOnBackpressureLimit: true,
  message: (socket: EchoSocket, message: ArrayBuffer, isBinary: boolean) => void socket.send(message, isBinary),
}
