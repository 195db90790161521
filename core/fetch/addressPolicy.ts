import { isIPv6 } from "node:net"
import { classifyAddress, isPublicAddress } from "./address.ts"

/** Which addresses may be fetched from: public ones on the ports given, and private ones that are named one by one. */
export type AddressPolicy = {
  readonly ports: ReadonlySet<number>
  readonly allowed: ReadonlySet<string>
  readonly isPublic: (ip: string) => boolean
}

export type AddressRules = {
  /** `host:port` entries (`localhost:4400`, `10.0.0.7:80`, `[::1]:4400`) that may be reached though private. */
  readonly allowPrivate: ReadonlyArray<string>
  /** Ports of public servers; 80 and 443 unless given. */
  readonly ports?: ReadonlyArray<number> | undefined
  /** What counts as public; `isPublicAddress` unless given. */
  readonly isPublic?: ((ip: string) => boolean) | undefined
}

export type RefusedAddress = "scheme" | "credentials" | "port" | "private"

/** Throws a RangeError naming the entry where an allow-list entry is not `host:port`. */
export const makeAddressPolicy = (rules: AddressRules): AddressPolicy => ({
  ports: new Set(rules.ports ?? [80, 443]),
  allowed: new Set(rules.allowPrivate.map(targetOfEntry)),
  isPublic: rules.isPublic ?? isPublicAddress,
})

/**
 * What speaks against an address before any name is resolved, or null. The names are judged where the connection is
 * made, by the address that the socket will use.
 */
export const refusalOfUrl = (policy: AddressPolicy, url: URL): RefusedAddress | null => {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme"
  if (url.username !== "" || url.password !== "") return "credentials"
  return refusalOfTarget(policy, bareHost(url.hostname), portOf(url))
}

/** The same for a host (an IPv6 one without brackets) and a port. */
export const refusalOfTarget = (policy: AddressPolicy, host: string, port: number): RefusedAddress | null => {
  if (isAllowed(policy, host, port)) return null
  if (!policy.ports.has(port)) return "port"
  return classifyAddress(host) === "not-an-address" || policy.isPublic(host) ? null : "private"
}

export const isAllowed = (policy: AddressPolicy, host: string, port: number): boolean =>
  policy.allowed.has(targetOf(host, port))

/** Whether the operator named this very host and port. */
export const isAllowedUrl = (policy: AddressPolicy, url: URL): boolean =>
  isAllowed(policy, bareHost(url.hostname), portOf(url))

const portOf = (url: URL): number => Number(url.port) || (url.protocol === "https:" ? 443 : 80)

const targetOf = (host: string, port: number): string =>
  `${isIPv6(host) ? `[${host}]` : host.toLowerCase().replace(/\.$/, "")}:${port}`

const targetOfEntry = (entry: string): string => {
  const port = /^.+:(\d{1,5})$/.exec(entry.trim())?.[1]
  const url = URL.parse(`http://${entry.trim()}`)
  if (port === undefined || url === null || url.pathname !== "/" || url.search !== "" || url.username !== "") {
    throw new RangeError(`"${entry}" is not host:port, as in localhost:4400, 10.0.0.7:80 or [::1]:4400`)
  }
  return targetOf(bareHost(url.hostname), Number(port))
}

const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")
