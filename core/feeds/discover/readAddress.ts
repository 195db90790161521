import { Effect } from "effect"
import { BadAddress } from "#core/fetch"
import { ADDRESS_LENGTH_MAX } from "#core/syndication"

/**
 * The addresses to try for typed text, in order: https before http if it has no scheme. Understands old feed schemes
 * (feed:, pcast:, itpc:) and Mastodon names (@name@server).
 */
export const readAddress = (address: string): Effect.Effect<readonly [URL, ...ReadonlyArray<URL>], BadAddress> => {
  const text = address.trim()
  const refuse = (reason: BadAddress["reason"]) =>
    Effect.fail(new BadAddress({ url: text.slice(0, ADDRESS_LENGTH_MAX), reason }))
  if (text === "" || text.length > ADDRESS_LENGTH_MAX || /\s/.test(text)) return refuse("unreadable")

  const handle = MASTODON_NAME.exec(text)
  const plain = handle === null ? text.replace(FEED_SCHEME, "") : `https://${handle[2]}/@${handle[1]}`
  const scheme = SCHEME.exec(plain)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== "https" && scheme !== "http") return refuse("scheme")

  const tries = scheme === undefined ? [`https://${plain}`, `http://${plain}`] : [plain]
  const [first, ...others] = tries
    .map((candidate) => URL.parse(candidate))
    .filter((url) => url !== null)
    .filter(({ hostname }) => isHostName(hostname))
  if (first !== undefined) return Effect.succeed([first, ...others])
  return refuse(scheme === undefined && OTHER_SCHEME.test(plain) ? "scheme" : "unreadable")
}

/** At most 253 characters in labels of at most 63 (RFC 1035, 2.3.4). */
const isHostName = (name: string): boolean =>
  name.length <= HOST_LENGTH_MAX && name.split(".").every(({ length }) => length <= HOST_LABEL_LENGTH_MAX)
const HOST_LENGTH_MAX = 253
const HOST_LABEL_LENGTH_MAX = 63

const FEED_SCHEME = /^(?:feed|pcast|itpc):(?:\/\/)?/i
const SCHEME = /^([a-z][a-z\d+.-]*):\/\//i
const OTHER_SCHEME = /^[a-z][a-z\d+.-]*:/i
const MASTODON_NAME = /^@?([\w.-]+)@([\w-]+(?:\.[\w-]+)+)$/
