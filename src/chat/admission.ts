/** How many sockets one process holds at most; an operating system often allows 20,000 open files. */
export const CONNECTIONS_MAX = 18_000
/** How many sockets one address may hold: enough for an office behind one router, too few to take all. */
export const CONNECTIONS_PER_ADDRESS_MAX = 100

export type Refusal = "origin" | "full" | "address"

/** Decides who may open a socket and counts who has one. */
export class Admission {
  readonly #origins: ReadonlySet<string>
  readonly #byAddress = new Map<string, number>()
  readonly #connectionsMax: number
  readonly #perAddressMax: number
  #connections = 0

  /** @param publicOrigin scheme and host of the site; a loopback one is known by all its names */
  constructor(
    publicOrigin: string,
    { connectionsMax = CONNECTIONS_MAX, perAddressMax = CONNECTIONS_PER_ADDRESS_MAX } = {},
  ) {
    this.#origins = new Set(originsOf(publicOrigin))
    this.#connectionsMax = connectionsMax
    this.#perAddressMax = perAddressMax
  }

  get connections(): number {
    return this.#connections
  }

  /** Counts a new socket in, or says why it is refused. A browser always names its origin; other programs need not. */
  enter(address: string, origin: string): Refusal | undefined {
    if (origin !== "" && !this.#origins.has(origin)) return "origin"
    if (this.#connections >= this.#connectionsMax) return "full"
    const held = this.#byAddress.get(address) ?? 0
    if (held >= this.#perAddressMax) return "address"
    this.#byAddress.set(address, held + 1)
    this.#connections += 1
    return undefined
  }

  /** Counts a socket out that was counted in before. */
  leave(address: string): void {
    const held = (this.#byAddress.get(address) ?? 1) - 1
    if (held === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, held)
    this.#connections -= 1
  }
}

/**
 * The address of the client: the socket's own, or the one that the outermost trusted proxy saw. Each proxy appends the
 * address that it was called from, so what stands further left may be the client's invention.
 */
export function clientAddress(socketAddress: string, forwardedFor: string, trustedProxies: number): string {
  if (trustedProxies === 0 || forwardedFor === "") return socketAddress
  const seen = forwardedFor.split(",").map((address) => address.trim())
  return seen.at(-trustedProxies) ?? seen[0] ?? socketAddress
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

function originsOf(publicOrigin: string): ReadonlyArray<string> {
  const url = new URL(publicOrigin)
  if (!LOOPBACK.includes(url.hostname)) return [url.origin]
  const port = url.port ? `:${url.port}` : ""
  return LOOPBACK.map((host) => `${url.protocol}//${host}${port}`)
}
