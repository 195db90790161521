import { Schema } from "effect"
import type { ItemId } from "./contract.ts"
import type { FetchedItem } from "./events.ts"

/** Items that a feed remembers to recognise them; those without changes for longest are dropped. */
export const INDEXED_ITEMS_MAX = 2_000
/** Other names kept per item, the newest ones. */
export const NAMES_MAX = 8
/** Edits that are recorded without delay; see `canRecordEdit`. */
export const EDITS_FREE_MAX = 12

const IndexedItem = Schema.Struct({
  fingerprint: Schema.String,
  /** Its names in addition to the id. */
  names: Schema.Array(Schema.String),
  /** When it was first and last recorded, in milliseconds. */
  sinceMs: Schema.Number,
  lastMs: Schema.Number,
  edits: Schema.Int,
})
export type IndexedItem = typeof IndexedItem.Type

/** The known items of a feed, by id. */
export const ItemIndex = Schema.Record(Schema.String, IndexedItem)
export type ItemIndex = typeof ItemIndex.Type

/** Adds recorded items to the index and drops the oldest beyond INDEXED_ITEMS_MAX. */
export const indexItems = (index: ItemIndex, fetched: ReadonlyArray<FetchedItem>, fetchedMs: number): ItemIndex => {
  const items: Record<string, IndexedItem> = { ...index }
  for (const { itemId, fingerprint, keys } of fetched) {
    const before = items[itemId]
    items[itemId] =
      before === undefined
        ? { fingerprint, names: keys.slice(0, NAMES_MAX), sinceMs: fetchedMs, lastMs: fetchedMs, edits: 0 }
        : {
            fingerprint,
            names: [...new Set([...keys, ...before.names])].slice(0, NAMES_MAX),
            sinceMs: before.sinceMs,
            lastMs: fetchedMs,
            edits: before.edits + 1,
          }
  }
  const entries = Object.entries(items)
  if (entries.length <= INDEXED_ITEMS_MAX) return items
  return Object.fromEntries(entries.sort(byAge).slice(-INDEXED_ITEMS_MAX))
}

type Fetched = Pick<FetchedItem, "itemId" | "keys" | "fingerprint">

/**
 * The ids of fetched items: a known item is found by its id, otherwise by another name. Two items of one document never
 * match the same known item.
 */
export const resolveItemIds = (index: ItemIndex, items: ReadonlyArray<Fetched>): ReadonlyArray<ItemId> => {
  if (items.every(({ itemId }) => index[itemId] !== undefined)) return items.map(({ itemId }) => itemId)
  const idOf = new Map<string, string>()
  for (const [id, { names }] of Object.entries(index).sort(byAge)) for (const name of names) idOf.set(name, id)
  const taken = new Set<string>(items.map(({ itemId }) => itemId))
  return items.map((item) => {
    if (index[item.itemId] !== undefined) return item.itemId
    const id = [aliasOf(item.itemId), ...item.keys]
      .filter((name) => !isWeak(name, items) || index[idOf.get(name) ?? ""]?.fingerprint === item.fingerprint)
      .map((name) => idOf.get(name))
      .find((each) => each !== undefined && !taken.has(each))
    if (id === undefined) return item.itemId
    taken.add(id)
    return id as ItemId
  })
}

/** The name under which an item is indexed that arrived under another id. */
export const aliasOf = (itemId: string): string => `id:${itemId}`

/**
 * Whether an edit is recorded: the first twelve at once, each further one when the age of the item has doubled since
 * the last. An item that changes at every fetch costs a few events a year.
 */
export const canRecordEdit = ({ edits, sinceMs, lastMs }: IndexedItem, nowMs: number): boolean =>
  edits < EDITS_FREE_MAX || nowMs - sinceMs >= 2 * (lastMs - sinceMs)

/** Feeds of one item often link to the same page every day, so the link alone does not identify an item. */
const isWeak = (name: string, items: ReadonlyArray<Fetched>): boolean => items.length === 1 && name.startsWith("link:")

type Entry = readonly [string, IndexedItem]
const byAge = ([, one]: Entry, [, other]: Entry): number => one.lastMs - other.lastMs
