import { isIPv4, isIPv6 } from "node:net"

/**
 * The IP address of the client. With `proxies` trusted proxies in front, it is the entry of X-Forwarded-For at that
 * distance from the end. With fewer entries the request bypassed the proxies and the header may be forged, so the
 * socket's address is used.
 */
export const clientAddressOf = (socketAddress: string, forwardedFor: string, proxies: number): string => {
  if (proxies === 0) return socketAddress
  const forwarded = forwardedFor
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return forwarded.at(-proxies) ?? socketAddress
}

/** The key for rate limits per address: the full IPv4 address, or the /64 of an IPv6 address (one subscriber). */
export const sourceOf = (address: string): string => prefixOf(address, SOURCE_GROUPS)

/**
 * The larger network of an address: the full IPv4 address, or the /48 of an IPv6 address. One rented server gets a
 * whole /48, so limits on expensive resources count it too.
 */
export const networkOf = (address: string): string => prefixOf(address, NETWORK_GROUPS)

/** Groups of 16 bits. */
const SOURCE_GROUPS = 4
const NETWORK_GROUPS = 3

const prefixOf = (address: string, count: number): string => {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  return mappedOf(groups) ?? `${groups.slice(0, count).join(":")}::/${count * 16}`
}

/** The eight groups of an IPv6 address, without leading zeros. */
const groupsOf = (address: string): ReadonlyArray<string> => {
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? []
  const groups = (part: string) => (part === "" ? [] : part.split(":").flatMap(hexadecimal))
  if (tail === undefined) return groups(head)
  const [before, after] = [groups(head), groups(tail)]
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0"), ...after]
}

const hexadecimal = (group: string): ReadonlyArray<string> => {
  if (!isIPv4(group)) return [Number.parseInt(group, 16).toString(16)]
  const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number)
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
}

/**
 * The IPv4 address inside an IPv4-mapped IPv6 address (::ffff:0:0/96), as dual-stack sockets report it; null for
 * others.
 */
const mappedOf = (groups: ReadonlyArray<string>): string | null => {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return null
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join(".")
}
