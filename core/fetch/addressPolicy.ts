import { isIPv6 } from "node:net"
import { classifyAddress, isPublicAddress } from "./address.ts"

/** Allowed addresses: public ones on certain ports, and private ones that the operator lists. */
export type AddressPolicy = {
  readonly ports: ReadonlySet<number>
  readonly allowed: ReadonlySet<string>
  readonly isPublic: (ip: string) => boolean
}

export type AddressRules = {
  /** `host:port` entries (`localhost:4400`, `10.0.0.7:80`, `[::1]:4400`) of allowed private addresses. */
  readonly allowPrivate: ReadonlyArray<string>
  /** Allowed ports of public servers; default 80 and 443. */
  readonly ports?: ReadonlyArray<number> | undefined
  /** Default `isPublicAddress`. */
  readonly isPublic?: ((ip: string) => boolean) | undefined
}

export type RefusedAddress = "scheme" | "credentials" | "port" | "private"

/** @throws RangeError that names an entry of the allow-list which is not `host:port` */
export const makeAddressPolicy = (rules: AddressRules): AddressPolicy => ({
  ports: new Set(rules.ports ?? [80, 443]),
  allowed: new Set(rules.allowPrivate.map(targetOfEntry)),
  isPublic: rules.isPublic ?? isPublicAddress,
})

/**
 * Checks an address before its name is resolved; returns the reason of a refusal, or null. The resolved address is
 * checked when the connection is made.
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

/** Whether the operator allows exactly this host and port. */
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
