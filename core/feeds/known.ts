import { Schema } from "effect"
import type { ItemId } from "./contract.ts"
import type { FetchedItem } from "./events.ts"

/** Items that a feed remembers in order to tell new from known; those that told nothing for longest are forgotten. */
export const KNOWN_ITEMS_MAX = 2_000
/** Other names that are remembered of one item, the newest ones. */
export const NAMES_MAX = 8
/** So often an item may be edited as fast as it likes; see `mayEdit`. */
export const EDITS_FREE_MAX = 12

const KnownItem = Schema.Struct({
  fingerprint: Schema.String,
  /** What it is known by besides its id. */
  names: Schema.Array(Schema.String),
  /** When it was first told, and when it was told last; milliseconds. */
  sinceMs: Schema.Number,
  lastMs: Schema.Number,
  edits: Schema.Int,
})
export type KnownItem = typeof KnownItem.Type

/** What a feed remembers of its items, by their ids. */
export const Known = Schema.Record(Schema.String, KnownItem)
export type Known = typeof Known.Type

/** Remembers what was told of some items, and forgets what has been silent for longest. */
export const remember = (known: Known, told: ReadonlyArray<FetchedItem>, toldMs: number): Known => {
  const items: Record<string, KnownItem> = { ...known }
  for (const { itemId, fingerprint, keys } of told) {
    const before = items[itemId]
    items[itemId] =
      before === undefined
        ? { fingerprint, names: keys.slice(0, NAMES_MAX), sinceMs: toldMs, lastMs: toldMs, edits: 0 }
        : {
            fingerprint,
            names: [...new Set([...keys, ...before.names])].slice(0, NAMES_MAX),
            sinceMs: before.sinceMs,
            lastMs: toldMs,
            edits: before.edits + 1,
          }
  }
  const entries = Object.entries(items)
  if (entries.length <= KNOWN_ITEMS_MAX) return items
  return Object.fromEntries(entries.sort(byAge).slice(-KNOWN_ITEMS_MAX))
}

type Fetched = Pick<FetchedItem, "itemId" | "keys" | "fingerprint">

/**
 * The id under which each fetched item is known, or its own where it is new: by its own id, else by another name. Two
 * items of one document never share a known one.
 */
export const identify = (known: Known, items: ReadonlyArray<Fetched>): ReadonlyArray<ItemId> => {
  if (items.every(({ itemId }) => known[itemId] !== undefined)) return items.map(({ itemId }) => itemId)
  const idOf = new Map<string, string>()
  for (const [id, { names }] of Object.entries(known).sort(byAge)) for (const name of names) idOf.set(name, id)
  const taken = new Set<string>(items.map(({ itemId }) => itemId))
  return items.map((item) => {
    if (known[item.itemId] !== undefined) return item.itemId
    const id = [aliasOf(item.itemId), ...item.keys]
      .filter((name) => !isWeak(name, items) || known[idOf.get(name) ?? ""]?.fingerprint === item.fingerprint)
      .map((name) => idOf.get(name))
      .find((each) => each !== undefined && !taken.has(each))
    if (id === undefined) return item.itemId
    taken.add(id)
    return id as ItemId
  })
}

/** The name by which an item is remembered that came under another id than the one it is known by. */
export const aliasOf = (itemId: string): string => `id:${itemId}`

/**
 * Whether an edit is believed: the first dozen at once, every further one when the item has become twice as old as it
 * was at the one before. An item that changes at every fetch (a counter, an advertisement) costs the log no more than
 * a few facts a year.
 */
export const mayEdit = ({ edits, sinceMs, lastMs }: KnownItem, nowMs: number): boolean =>
  edits < EDITS_FREE_MAX || nowMs - sinceMs >= 2 * (lastMs - sinceMs)

/** Feeds of one item often link to the same page every day: there, the link alone says nothing. */
const isWeak = (name: string, items: ReadonlyArray<Fetched>): boolean => items.length === 1 && name.startsWith("link:")

type Entry = readonly [string, KnownItem]
const byAge = ([, one]: Entry, [, other]: Entry): number => one.lastMs - other.lastMs
