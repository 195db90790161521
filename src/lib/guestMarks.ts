import { isFeedId } from "./followsCookie.ts"

/** A guest's read marks: a position up to which everything of a feed is read, and marks of single items. */
export interface GuestReadMarks {
  /** The first characters of the ids of read items, oldest first. */
  readonly read: ReadonlyArray<string>
  /** Ids of items that were marked unread, oldest first. */
  readonly unread: ReadonlyArray<string>
  readonly horizons: ReadonlyMap<string, number>
}

export const NO_MARKS: GuestReadMarks = { read: [], unread: [], horizons: new Map() }

/** As projections/feeds/readState.ts compares them. */
const MARK_LENGTH = 8
const ID_LENGTH = 20
/** Marks that fit into the cookie; the oldest are dropped first. */
const READ_MAX = 250
const UNREAD_MAX = 20
const HORIZONS_MAX = 10
const COOKIE_LENGTH_MAX = 4_000
const RADIX = 36

/** Parses the cookie: `horizons~read~unread`, each a list of fixed-width ids. Anything else is dropped. */
export const parseGuestMarks = (text: string | undefined): GuestReadMarks => {
  if (text === undefined || text.length > COOKIE_LENGTH_MAX || !/^[0-9a-z.~]*$/.test(text)) return NO_MARKS
  const [horizons = "", read = "", unread = ""] = text.split("~")
  return {
    horizons: new Map(
      horizons.split(".").flatMap((each) => {
        const position = Number.parseInt(each.slice(ID_LENGTH), RADIX)
        return isFeedId(each.slice(0, ID_LENGTH)) && Number.isSafeInteger(position)
          ? [[each.slice(0, ID_LENGTH), position] as const]
          : []
      }),
    ),
    read: slices(read, MARK_LENGTH).slice(-READ_MAX),
    unread: slices(unread, ID_LENGTH).slice(-UNREAD_MAX),
  }
}

export const formatGuestMarks = ({ horizons, read, unread }: GuestReadMarks): string => {
  const positions = Array.from(horizons, ([feedId, position]) => feedId + position.toString(RADIX))
  return `${positions.join(".")}~${read.join("")}~${unread.join("")}`
}

/** Marks items as read or unread. */
export const markItems = (marks: GuestReadMarks, itemIds: ReadonlyArray<string>, isRead: boolean): GuestReadMarks => {
  const [ids, keys] = [new Set(itemIds), new Set(itemIds.map((id) => id.slice(0, MARK_LENGTH)))]
  const [read, unread] = [marks.read.filter((key) => !keys.has(key)), marks.unread.filter((id) => !ids.has(id))]
  return {
    ...marks,
    read: isRead ? [...read, ...keys].slice(-READ_MAX) : read,
    unread: isRead ? unread : [...unread, ...ids].slice(-UNREAD_MAX),
  }
}

/**
 * Marks everything of some feeds up to a log position as read.
 *
 * @param followed all followed feeds; positions of others are dropped
 * @param unread marks of items that the position covers: they are dropped
 */
export const markFeeds = (
  marks: GuestReadMarks,
  feedIds: ReadonlyArray<string>,
  position: number,
  { followed, unread }: { readonly followed: ReadonlySet<string>; readonly unread: ReadonlyArray<string> },
): GuestReadMarks => {
  const horizons = new Map([...marks.horizons].filter(([feedId]) => followed.has(feedId)))
  for (const feedId of feedIds) horizons.set(feedId, Math.max(position, horizons.get(feedId) ?? 0))
  const dropped = new Set(unread)
  return {
    horizons: new Map([...horizons].slice(-HORIZONS_MAX)),
    // The position covers every mark if it is that of all feeds.
    read: feedIds.length >= followed.size ? [] : marks.read,
    unread: marks.unread.filter((id) => !dropped.has(id)),
  }
}

const slices = (text: string, length: number): ReadonlyArray<string> =>
  Array.from({ length: Math.floor(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))
