import { platformOf, type SourceType } from "#core/syndication"
import type { Page } from "../readPage.ts"
import { blogger, ghost, mastodon, medium, substack, telegram, wordpress, x } from "./blogHosts.ts"
import type { HostRule } from "./HostRule.ts"
import { applePodcasts, bitchute, odysee, peertube, rumble, spotify, vimeo, youtube } from "./videoHosts.ts"

/** The rule for the platform of an address, or null. */
export const ruleOf = (url: URL): HostRule | null => {
  if (/^(?:podcasts|itunes)\.apple\.com$/.test(url.hostname)) return applePodcasts
  if (/^(?:open|podcasters)\.spotify\.com$/.test(url.hostname)) return spotify
  const platform = platformOf(url.href)
  return platform === null ? null : (BY_SOURCE[platform] ?? null)
}

/** The rule for a page on its own domain, by its generator. */
export const ruleOfPage = (page: Page): HostRule | null =>
  GENERATORS.find(([pattern]) => pattern.test(page.generator))?.[1] ?? null

const BY_SOURCE: Partial<Record<SourceType, HostRule>> = {
  YouTube: youtube,
  Vimeo: vimeo,
  Odysee: odysee,
  Bitchute: bitchute,
  Rumble: rumble,
  PeerTube: peertube,
  Substack: substack,
  Medium: medium,
  WordPress: wordpress,
  Ghost: ghost,
  Blogger: blogger,
  Telegram: telegram,
  Mastodon: mastodon,
  X: x,
}

const GENERATORS: ReadonlyArray<readonly [RegExp, HostRule]> = [
  [/^wordpress/i, wordpress],
  [/^ghost/i, ghost],
  [/^blogger/i, blogger],
  [/^substack/i, substack],
  [/^medium$/i, medium],
  [/^peertube/i, peertube],
  [/^mastodon/i, mastodon],
]
