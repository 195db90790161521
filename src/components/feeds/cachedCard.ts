import type { ListedItem } from "#projections/feeds"
import { processMetrics } from "#src/process/metrics/processMetrics.ts"
import type { ItemState } from "./itemActions.ts"

/** The markup of an item around what each page adds: the address of the feed's preview, and the time. */
export interface Card {
  readonly beforePreview: string
  readonly beforeTime: string
  readonly rest: string
}

export interface CardState extends ItemState {
  /** Whether the picture loads before the page is scrolled. */
  readonly isEager: boolean
}

/** Cards in memory: 2 to 4 kB each, so at most 64 MB. */
const CARDS_MAX = 16_000
/** A time in milliseconds in a text shows in the reader's time zone (`stampNumbers`). */
const TIME = /\d{13}/

const cards = new Map<string, { readonly item: ListedItem; readonly card: Card }>()
const counts = { memory: 0, made: 0 }

processMetrics().total("quire_item_cards_total", "Items of lists, by whether their markup was in memory.", () => [
  [{ from: "memory" }, counts.memory],
  [{ from: "made" }, counts.made],
])

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
  cards.delete(key)
  const oldest = cards.keys().next()
  if (cards.size >= CARDS_MAX && !oldest.done) cards.delete(oldest.value)
  cards.set(key, { item, card })
  return card
}

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
