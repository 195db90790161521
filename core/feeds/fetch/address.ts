import { isIPv4, isIPv6 } from "node:net"

/** What an IP address is for. Only `public` ones may be fetched from without an explicit permission. */
export type AddressKind =
  | "public"
  | "unspecified"
  | "loopback"
  | "private"
  | "shared"
  | "link-local"
  | "unique-local"
  | "multicast"
  | "documentation"
  | "tunnel"
  | "platform"
  | "reserved"
  | "not-an-address"

/** True where the address can be reached by anybody on the internet, and so holds nothing that our position opens up. */
export const isPublicAddress = (ip: string): boolean => classifyAddress(ip) === "public"

/**
 * Says what an address in its canonical text form is for.
 *
 * Anything else (decimal, octal or hexadecimal hosts, short forms, zone ids, brackets, names) is "not-an-address":
 * whoever connects must hand over the very address that the socket will use. Ranges are those of the IANA
 * special-purpose registries (RFC 6890 and updates), with transition addresses judged by the IPv4 address inside.
 */
export const classifyAddress = (ip: string): AddressKind => {
  if (isIPv4(ip)) return classify4(value4(ip))
  if (isIPv6(ip) && !ip.includes("%")) return classify6(value6(ip))
  return "not-an-address"
}

const classify4 = (value: number): AddressKind =>
  RANGES_4.find(({ prefix, shift }) => value >>> shift === prefix)?.kind ?? "public"

const classify6 = (value: bigint): AddressKind => {
  // An IPv4-mapped address is IPv4; NAT64 is how hosts with IPv6 alone reach the IPv4 internet.
  if (value >> 32n === MAPPED || value >> 32n === NAT64) return classify4(Number(value & 0xffff_ffffn))
  const isatap = (value >> 32n) & 0xfdff_ffffn
  if (isatap === 0x5efen) return "tunnel"
  return RANGES_6.find(({ prefix, shift }) => value >> shift === prefix)?.kind ?? "reserved"
}

const value4 = (ip: string): number => ip.split(".").reduce((value, part) => value * 256 + Number(part), 0)

const value6 = (ip: string): bigint => {
  const hex = ip.replace(/[\d.]+$/, (tail) => {
    if (!tail.includes(".")) return tail
    const value = value4(tail)
    return `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`
  })
  const [head = "", tail = ""] = hex.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === "" ? [] : tail.split(":")
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right]
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}

const range4 = (kind: AddressKind, block: string) => {
  const [ip = "", bits] = block.split("/")
  const shift = 32 - Number(bits)
  return { kind, shift, prefix: value4(ip) >>> shift }
}

const range6 = (kind: AddressKind, block: string) => {
  const [ip = "", bits] = block.split("/")
  const shift = 128n - BigInt(bits ?? "128")
  return { kind, shift, prefix: value6(ip) >> shift }
}

const MAPPED = value6("::ffff:0:0") >> 32n
const NAT64 = value6("64:ff9b::") >> 32n

const RANGES_4 = [
  range4("unspecified", "0.0.0.0/8"),
  range4("private", "10.0.0.0/8"),
  range4("shared", "100.64.0.0/10"),
  range4("loopback", "127.0.0.0/8"),
  range4("link-local", "169.254.0.0/16"),
  range4("private", "172.16.0.0/12"),
  range4("reserved", "192.0.0.0/24"),
  range4("documentation", "192.0.2.0/24"),
  range4("reserved", "192.31.196.0/24"),
  range4("reserved", "192.52.193.0/24"),
  range4("tunnel", "192.88.99.0/24"),
  range4("private", "192.168.0.0/16"),
  range4("reserved", "192.175.48.0/24"),
  range4("reserved", "198.18.0.0/15"),
  range4("documentation", "198.51.100.0/24"),
  range4("documentation", "203.0.113.0/24"),
  range4("multicast", "224.0.0.0/4"),
  range4("reserved", "240.0.0.0/4"),
  // The one public address that a cloud answers from inside the machine (Azure's host service).
  range4("platform", "168.63.129.16/32"),
]

// First match wins; what no row names is reserved, because IPv6 is public in 2000::/3 alone.
const RANGES_6 = [
  range6("unspecified", "::/128"),
  range6("loopback", "::1/128"),
  range6("tunnel", "::/96"),
  range6("tunnel", "64:ff9b:1::/48"),
  range6("tunnel", "2001::/32"),
  range6("reserved", "2001::/23"),
  range6("documentation", "2001:db8::/32"),
  range6("tunnel", "2002::/16"),
  range6("reserved", "2620:4f:8000::/48"),
  range6("documentation", "3fff::/20"),
  range6("public", "2000::/3"),
  range6("unique-local", "fc00::/7"),
  range6("link-local", "fe80::/10"),
  range6("unique-local", "fec0::/10"),
  range6("multicast", "ff00::/8"),
]
