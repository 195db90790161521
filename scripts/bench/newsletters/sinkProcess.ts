import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

/** A mail server that takes everything and keeps nothing. It reports the addresses of codes as they arrive. */
process.on("disconnect", () => process.exit())

const server = new SMTPServer({
  hideSTARTTLS: true,
  authOptional: true,
  disabledCommands: ["AUTH"],
  disableReverseLookup: true,
  onData: (stream, { envelope }, done) => {
    stream.resume()
    stream.on("end", () => {
      const to = envelope.rcptTo[0]?.address ?? ""
      if (to.startsWith("code")) process.send?.({ to })
      done()
    })
  },
})
server.on("error", () => undefined)
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.server.address() as AddressInfo).port }))
