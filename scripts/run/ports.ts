import { randomInt } from "node:crypto"
import { createServer } from "node:net"

/**
 * Ports outside the ephemeral range (RFC 6056): outgoing connections do not use them, so a server finds its port free
 * again after a restart.
 */
const OWN_PORTS = { first: 10_000, count: 22_000 } as const
const TRIES_MAX = 20

/** Returns a free TCP port of 127.0.0.1: the preferred one if it is free, otherwise any other. */
export async function freePort(wished?: number): Promise<number> {
  if (wished !== undefined && (await portProblem(wished)) === undefined) return wished
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = OWN_PORTS.first + randomInt(OWN_PORTS.count)
    if ((await portProblem(port)) === undefined) return port
  }
  return listenOnce(0, LOOPBACK)
}

/** Explains why this process could not listen on a port; undefined if it could. */
export async function portProblem(port: number, host = LOOPBACK): Promise<string | undefined> {
  try {
    await listenOnce(port, host)
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return REASONS[code ?? ""] ?? message
  }
}

const LOOPBACK = "127.0.0.1"

const REASONS: Record<string, string> = {
  EADDRINUSE: "is in use by another program",
  EACCES: "may not be used by an ordinary user (ports below 1024 are reserved)",
  EADDRNOTAVAIL: "belongs to an address that this machine does not have",
  ENOTFOUND: "belongs to a host name that is not known",
}

function listenOnce(port: number, host: string): Promise<number> {
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
