import type { ListedItem } from "#projections/feeds"
import { processMetrics } from "#src/process/metrics/processMetrics.ts"
import type { ItemState } from "./itemActions.ts"

/** The markup of an item, as UTF-8, around what each page adds: the address of the feed's preview, and the time. */
export interface Card {
  readonly beforePreview: Uint8Array
  readonly beforeTime: Uint8Array
  readonly rest: Uint8Array
}

export interface CardState extends ItemState {
  /** Whether the picture loads before the page is scrolled. */
  readonly isEager: boolean
}

/** Bytes of cards in memory, 1 to 4 kB each, with what is stored beside each of them. */
const CARDS_BYTES_MAX = 64_000_000
const CARD_BYTES_MIN = 1_000
/** A time in milliseconds in a text shows in the reader's time zone (`stampNumbers`). */
const TIME = /\d{13}/

const cards = new Map<string, { readonly item: ListedItem; readonly card: Card }>()
const counts = { memory: 0, made: 0, bytes: 0 }

processMetrics().total("quire_item_cards_total", "Items of lists, by whether their markup was in memory.", () => [
  [{ from: "memory" }, counts.memory],
  [{ from: "made" }, counts.made],
])
processMetrics().gauge(
  "quire_item_cards_bytes",
  "Bytes of items of lists whose markup is in memory.",
  () => counts.bytes,
)

/**
 * The card of an item, made again when what it shows has changed: most readers see the same new items.
 *
 * @param variant what else the card depends on: language, density, what the list shows of its items
 */
export const cachedCard = (item: ListedItem, variant: string, state: CardState, make: () => Card): Card => {
  if (TIME.test(item.title) || TIME.test(item.summary ?? "")) return make()
  const key = `${item.itemId} ${variant} ${bits(state)}`
  const known = cards.get(key)
  if (known !== undefined && isSame(known.item, item)) {
    counts.memory++
    return known.card
  }
  counts.made++
  const card = make()
  if (known !== undefined) drop(key, known.card)
  counts.bytes += bytesOf(card)
  cards.set(key, { item, card })
  for (const [oldest, entry] of cards) {
    if (counts.bytes <= CARDS_BYTES_MAX) break
    drop(oldest, entry.card)
  }
  return card
}

const drop = (key: string, card: Card): void => {
  if (cards.delete(key)) counts.bytes -= bytesOf(card)
}

const bytesOf = ({ beforePreview, beforeTime, rest }: Card): number =>
  CARD_BYTES_MIN + beforePreview.length + beforeTime.length + rest.length

const bits = ({ isRead, isSaved, isFirst, isEager }: CardState): number =>
  Number(isRead) + 2 * Number(isSaved) + 4 * Number(isFirst) + 8 * Number(isEager)

/** Everything that a card shows of its item. */
const isSame = (one: ListedItem, other: ListedItem): boolean =>
  one.title === other.title &&
  one.summary === other.summary &&
  one.updatedMs === other.updatedMs &&
  one.imageUrl === other.imageUrl &&
  one.feedId === other.feedId &&
  one.feedTitle === other.feedTitle &&
  one.feedIconUrl === other.feedIconUrl &&
  one.contentType === other.contentType &&
  one.source === other.source &&
  one.language === other.language &&
  one.levelId === other.levelId &&
  one.durationSeconds === other.durationSeconds &&
  one.alsoIn.length === other.alsoIn.length &&
  one.tags.length === other.tags.length &&
  one.tags.every((tag, at) => tag === other.tags[at])
