import { createServer } from "node:net"

/** A TCP port of 127.0.0.1 that nobody listens on: the wished one when it is free, else one that the system picks. */
export async function freePort(wished?: number): Promise<number> {
  if (wished !== undefined && (await isFree(wished))) return wished
  return listenOnce(0)
}

/** True when nobody listens on this port of `host`. */
export async function isFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
  )
}

function listenOnce(port: number, host = "127.0.0.1"): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      const actual = typeof address === "object" && address ? address.port : port
      server.close(() => resolve(actual))
    })
  })
}
