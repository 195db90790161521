import { attributeOf, childrenNamed, textOf, type XmlElement } from "./parse/xml/XmlElement.ts"

/**
 * Addresses that platforms give to one paying member, by host and path. Anyone who has such an address can read what was
 * paid for, so it must not become public.
 */
const PRIVATE_ADDRESSES: ReadonlyArray<readonly [host: RegExp, rest: RegExp]> = [
  // Our own, on any installation.
  [/./, /^\/feeds\/mine\/[a-z2-7]{32}\//],
  [/(?:^|\.)patreon\.com$/, /^\/rss\/.*[?&]auth=/],
  [/(?:^|\.)substack\.com$/, /^\/feed\/(?:podcast\/)?[^?]*\/private\//],
  [/(?:^|\.)(?:supercast\.com|supercast\.tech)$/, /^\/feeds?\//],
  [/(?:^|\.)supportingcast\.fm$/, /^\/(?:rss|feed|content)/],
  [/(?:^|\.)memberful\.com$/, /^\/rss\/|[?&]auth=/],
  [/(?:^|\.)acast\.com$/, /^\/private\//],
  [/(?:^|\.)ausha\.co$/, /^\/private\//],
  [/(?:^|\.)glow\.fm$/, /^\/.*[?&]token=/],
  [/(?:^|\.)nebula\.(?:app|tv)$/, /[?&]token=/],
]

/** Whether an address was made for one member of a publisher. */
export const isPrivateAddress = (address: string): boolean => {
  const url = URL.parse(address)
  if (url === null) return false
  const rest = url.pathname + url.search
  return PRIVATE_ADDRESSES.some(([host, path]) => host.test(url.hostname) && path.test(rest))
}

const BLOCKS = ["itunes:block", "podcast:block", "googleplay:block"]

/** Whether a feed asks all directories not to list it, as members' feeds do. A block with an id is meant for one of them. */
export const asksNotToBeListed = (channel: XmlElement): boolean =>
  childrenNamed(channel, ...BLOCKS).some(
    (block) => attributeOf(block, "id") === null && /^(?:yes|true)$/i.test(textOf(block)?.trim() ?? ""),
  )
