/** A stream of the protocol: a feed, a group (label) or an item state. */
export type Stream =
  | { readonly kind: "feed"; readonly feed: string }
  | { readonly kind: "label"; readonly name: string }
  | { readonly kind: "state"; readonly state: string }

/** Apps send the person's id or a dash; only the person's own streams exist. */
const FEED = /^feed\/(.+)$/s
const LABEL = /^user\/[^/]*\/label\/(.+)$/s
const STATE = /^user\/[^/]*\/state\/com\.google\/([\w-]+)$/

/** The stream with this id, or null. */
export const parseStream = (id: string): Stream | null => {
  const [, feed] = FEED.exec(id) ?? []
  if (feed !== undefined) return { kind: "feed", feed }
  const [, name] = LABEL.exec(id) ?? []
  if (name !== undefined) return { kind: "label", name }
  const [, state] = STATE.exec(id) ?? []
  return state === undefined ? null : { kind: "state", state }
}

export const feedStream = (feedId: string): string => `feed/${feedId}`
export const labelStream = (name: string): string => `user/-/label/${name}`
export const READING_LIST = "user/-/state/com.google/reading-list"
export const READ = "user/-/state/com.google/read"
export const STARRED = "user/-/state/com.google/starred"

/** The state of a state stream, else undefined. */
export const stateOf = (id: string): string | undefined => {
  const stream = parseStream(id)
  return stream?.kind === "state" ? stream.state : undefined
}

/** The group name of a label stream, else undefined. */
export const labelOf = (id: string): string | undefined => {
  const stream = parseStream(id)
  return stream?.kind === "label" ? stream.name : undefined
}
