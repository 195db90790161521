import { isIPv4, isIPv6 } from "node:net"
import ipaddr from "ipaddr.js"

/** The purpose of an IP address. Only `public` ones may be fetched without explicit permission. */
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

/** Whether an address is public. Others may be reachable only from our network, so fetching them would leak access. */
export const isPublicAddress = (ip: string): boolean => classifyAddress(ip) === "public"

/**
 * Classifies an IP address in its canonical text form.
 *
 * Anything else (decimal, octal or hexadecimal hosts, short forms, zone ids, brackets, names) is "not-an-address":
 * callers must pass the address that the socket will use. Ranges are those of the IANA special-purpose registries
 * (RFC 6890 and updates), transition addresses count as the IPv4 address inside.
 */
export const classifyAddress = (ip: string): AddressKind => {
  if (isIPv4(ip)) return classify4(ipaddr.IPv4.parse(ip))
  if (isIPv6(ip) && !ip.includes("%")) return classify6(ipaddr.IPv6.parse(hexadecimal(ip)))
  return "not-an-address"
}

const classify4 = (address: ipaddr.IPv4) => ipaddr.subnetMatch(address, RANGES_4, "public") as AddressKind

const classify6 = (address: ipaddr.IPv6): AddressKind => {
  // IPv4-mapped addresses are IPv4; IPv6-only hosts reach the IPv4 internet through NAT64.
  if (address.match(MAPPED) || address.match(NAT64)) return classify4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  // ISATAP (RFC 5214): ignore the bit that marks the IPv4 address as global.
  const [high = 0, low = 0] = address.parts.slice(4)
  if ((high & 0xfdff) === 0 && low === 0x5efe) return "tunnel"
  // Only 2000::/3 is public IPv6.
  return ipaddr.subnetMatch(address, RANGES_6, "reserved") as AddressKind
}

/** The form without a dotted tail: ipaddr.js reads `::8.8.8.8` as the mapped `::ffff:8.8.8.8`, which is another address. */
const hexadecimal = (ip: string): string => new URL(`http://[${ip}]/`).hostname.slice(1, -1)

type Ranges = Partial<Record<AddressKind, ReadonlyArray<string>>>

const parseRanges = <Address extends ipaddr.IPv4 | ipaddr.IPv6>(ranges: Ranges) =>
  Object.fromEntries(
    Object.entries(ranges).map(([kind, blocks]) => [
      kind,
      blocks.map((block) => ipaddr.parseCIDR(block) as unknown as [Address, number]),
    ]),
  )

const MAPPED = ipaddr.IPv6.parseCIDR("::ffff:0:0/96")
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96")

const RANGES_4 = parseRanges<ipaddr.IPv4>({
  unspecified: ["0.0.0.0/8"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  shared: ["100.64.0.0/10"],
  loopback: ["127.0.0.0/8"],
  "link-local": ["169.254.0.0/16"],
  documentation: ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
  tunnel: ["192.88.99.0/24"],
  reserved: ["192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24", "198.18.0.0/15", "240.0.0.0/4"],
  multicast: ["224.0.0.0/4"],
  // A public address that Azure serves inside the virtual machine (its host service).
  platform: ["168.63.129.16/32"],
})

// The first match wins, so exceptions precede the blocks that contain them.
const RANGES_6 = parseRanges<ipaddr.IPv6>({
  unspecified: ["::/128"],
  loopback: ["::1/128"],
  tunnel: ["::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"],
  reserved: ["2001::/23", "2620:4f:8000::/48"],
  documentation: ["2001:db8::/32", "3fff::/20"],
  public: ["2000::/3"],
  "unique-local": ["fc00::/7", "fec0::/10"],
  "link-local": ["fe80::/10"],
  multicast: ["ff00::/8"],
})
