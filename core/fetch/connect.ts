import { lookup as systemLookup } from "node:dns/promises"
import type { LookupFunction } from "node:net"
import { getCACertificates } from "node:tls"
import { Agent, buildConnector, Pool } from "undici"
import { type AddressPolicy, isAllowed, isAllowedUrl, type RefusedAddress, refusalOfTarget } from "./addressPolicy.ts"
import type { Politeness } from "./hostLimits.ts"

/** Keep-alive of idle connections, similar to that of common servers. */
const KEEP_ALIVE_MS = 4_000
const KEEP_ALIVE_MS_MAX = 10_000

export type ResolvedAddress = { readonly address: string; readonly family: number }

/** Resolves a name to all its addresses, best first. Rejects like Node's resolver. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<ResolvedAddress>>

type ConnectOptions = {
  readonly policy: AddressPolicy
  readonly politeness: Politeness
  /** Milliseconds for the lookup, the connection and the TLS handshake together. */
  readonly connectMs: number
  readonly resolve?: Resolve | undefined
  /** Additional trusted certificates (PEM). */
  readonly certificates?: ReadonlyArray<string> | undefined
}

/** Rejects a connection to an address that the policy forbids. */
export class AddressRefused extends Error {
  readonly reason: RefusedAddress
  constructor(reason: RefusedAddress) {
    super(`Address refused: ${reason}`)
    this.reason = reason
  }
}

/**
 * A connection pool that checks every address: it resolves a name once and passes the checked addresses to the socket,
 * so a second DNS answer cannot redirect it (DNS rebinding).
 */
export const makeAgent = (options: ConnectOptions): Agent =>
  new Agent({
    connect: makeConnector(options),
    factory: (origin, settings) => new Pool(origin, { ...settings, connections: connectionsOf(options, origin) }),
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
  })

const connectionsOf = ({ policy, politeness }: ConnectOptions, origin: string | URL): number =>
  isAllowedUrl(policy, new URL(origin)) ? politeness.ownRequestsMax : politeness.hostRequestsMax

const makeConnector = (options: ConnectOptions): buildConnector.connector => {
  const { policy, connectMs, certificates, resolve = resolveBySystem } = options
  const shared = {
    timeout: connectMs,
    allowH2: false,
    autoSelectFamily: true,
    ...(certificates === undefined ? {} : { ca: [...getCACertificates(), ...certificates] }),
  }
  const toAny = buildConnector({ ...shared, lookup: lookupBy(resolve, () => true) })
  const toPublic = buildConnector({ ...shared, lookup: lookupBy(resolve, policy.isPublic) })

  return (target, callback) => {
    const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80)
    const refusal = refusalOfTarget(policy, target.hostname, port)
    if (refusal !== null) return callback(new AddressRefused(refusal), null)
    return isAllowed(policy, target.hostname, port) ? toAny(target, callback) : toPublic(target, callback)
  }
}

/** The lookup function of sockets; literal addresses were checked before. */
const lookupBy =
  (resolve: Resolve, mayConnect: (ip: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const checked = found.filter(({ address }) => mayConnect(address))
        const first = checked[0]
        if (first === undefined) {
          const error = found.length === 0 ? notFound(hostname) : new AddressRefused("private")
          return callback(error, "", 0)
        }
        return options.all === true ? callback(null, [...checked]) : callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    )
  }

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true, order: "verbatim" })

const notFound = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`No address for ${hostname}`), { code: "ENOTFOUND" })
