import { App, us_socket_local_port } from "uWebSockets.js"

/**
 * The baseline: a µWebSockets.js server that publishes to subscribers and stores nothing, with the limits of the
 * product. Speaks the part of the protocol that the generator needs: `node bareProcess.ts`
 */
const TOPIC = "room"
const FRAME_BYTES_MAX = 16_384
const BACKPRESSURE_BYTES_MAX = 64 * 1024
const decoder = new TextDecoder()
const [HEARTBEAT, TOKEN] = ["H".charCodeAt(0), "T".charCodeAt(0)]

const app = App().ws<object>("/*", {
  maxPayloadLength: FRAME_BYTES_MAX,
  maxBackpressure: BACKPRESSURE_BYTES_MAX,
  closeOnBackpressureLimit: true,
  idleTimeout: 32,
  message: (ws, message) => {
    const first = new Uint8Array(message)[0]
    if (first === HEARTBEAT) ws.send(`${decoder.decode(message)}|${Date.now()}`)
    else if (first === TOKEN) {
      ws.subscribe(TOPIC)
      ws.send("Tk|t|{}")
    } else app.publish(TOPIC, message)
  },
})
app.listen("127.0.0.1", 0, (listening) => {
  if (!listening) throw new Error("the bare server could not listen")
  process.send?.({ port: us_socket_local_port(listening) })
})
process.once("disconnect", () => process.exit())
