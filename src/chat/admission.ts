import { networkOf, sourceOf } from "#core/kernel"

/** Sockets per process; operating systems often allow 20,000 open files. */
export const CONNECTIONS_MAX = 18_000
/** Sockets per source: enough for an office behind one router. */
export const CONNECTIONS_PER_SOURCE_MAX = 100
/** Sockets per IPv6 network (/48), which holds many sources. */
const CONNECTIONS_PER_NETWORK_MAX = 1_000

export type Refusal = "origin" | "full" | "address"

/** Decides who may open a socket, and counts open sockets. */
export class Admission {
  readonly #origins: ReadonlySet<string>
  /** By source and by network; their keys never collide. */
  readonly #held = new Map<string, number>()
  readonly #connectionsMax: number
  readonly #perAddressMax: number
  readonly #perNetworkMax: number
  #connections = 0

  /** @param publicOrigin scheme and host of the site; every loopback name is accepted for a loopback host */
  constructor(
    publicOrigin: string,
    {
      connectionsMax = CONNECTIONS_MAX,
      perAddressMax = CONNECTIONS_PER_SOURCE_MAX,
      perNetworkMax = CONNECTIONS_PER_NETWORK_MAX,
    } = {},
  ) {
    this.#origins = new Set(originsOf(publicOrigin))
    this.#connectionsMax = connectionsMax
    this.#perAddressMax = perAddressMax
    this.#perNetworkMax = perNetworkMax
  }

  get connections(): number {
    return this.#connections
  }

  /** Counts a new socket or returns why it is refused. Browsers always send an origin; other programs need not. */
  enter(address: string, origin: string): Refusal | undefined {
    if (origin !== "" && !this.#origins.has(origin)) return "origin"
    if (this.#connections >= this.#connectionsMax) return "full"
    const [source, network] = [sourceOf(address), networkOf(address)]
    if ((this.#held.get(source) ?? 0) >= this.#perAddressMax) return "address"
    if (network !== source && (this.#held.get(network) ?? 0) >= this.#perNetworkMax) return "address"
    for (const key of new Set([source, network])) this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    this.#connections += 1
    return undefined
  }

  leave(address: string): void {
    for (const key of new Set([sourceOf(address), networkOf(address)])) {
      const held = (this.#held.get(key) ?? 1) - 1
      if (held === 0) this.#held.delete(key)
      else this.#held.set(key, held)
    }
    this.#connections -= 1
  }
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

function originsOf(publicOrigin: string): ReadonlyArray<string> {
  const url = new URL(publicOrigin)
  if (!LOOPBACK.includes(url.hostname)) return [url.origin]
  const port = url.port ? `:${url.port}` : ""
  return LOOPBACK.map((host) => `${url.protocol}//${host}${port}`)
}
