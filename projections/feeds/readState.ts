import { MARK_DAYS } from "#core/follows"

/** Characters of an item id that a guest's marks store: 40 bits, so that hundreds of marks fit into a cookie. */
export const MARK_LENGTH = 8

/** A guest's read marks, as the browser's cookie states them. */
export type GuestMarks = {
  /** The first characters of the ids of read items. */
  readonly read: ReadonlyArray<string>
  /** Ids of items that were explicitly marked unread. */
  readonly unread: ReadonlyArray<string>
  /** Log positions up to which everything of a feed is read. */
  readonly horizons: ReadonlyMap<string, number>
}

/** The reader: a person's id, or a guest's marks. */
export type Reader = string | GuestMarks

export type ReadState = {
  /** Joins the marks to each item `i`. */
  readonly joins: string
  /** Whether an item `i` is read. */
  readonly isRead: string
  /** Whether an item `i` was read by itself, not long ago. A function, because a guest's has a parameter of its own. */
  readonly isJustRead: () => string
  /** Whether an item `i` is saved; null for guests. */
  readonly isSaved: string
  /** Items `i` for which it does not hold are read. */
  readonly maybeUnread: string
}

const JUST_HOURS = 12
/** A guest's marks have no times: so many of the latest count as recent. */
const JUST_READ_MAX = 50

const OLDEST = `now() - interval '${MARK_DAYS} days'`

/**
 * SQL for the read marks of a reader. An item is read by its own mark, otherwise by the read position of its feed, otherwise
 * by its age: the same rule as findReadItems of projections/follows.
 */
export const readStateOf = (reader: Reader, put: (value: string | ReadonlyArray<string>) => string): ReadState =>
  typeof reader === "string" ? stateOfPerson(`${put(reader)}::uuid`) : stateOfGuest(reader, put)

const stateOfPerson = (person: string): ReadState => ({
  joins: `
    left join reading.mark m on m.person_id = ${person} and m.item_id = i.item_id
    left join reading.horizon h on h.person_id = ${person} and h.feed_id = i.feed_id`,
  isRead: `coalesce(m.is_read, i.position <= h.position or i.sort_at < ${OLDEST}, false)`,
  isJustRead: () => `coalesce(m.is_read and m.marked_at > now() - interval '${JUST_HOURS} hours', false)`,
  isSaved: `exists (select from read.saved_item s where s.person_id = (${person})::text and s.item_id = i.item_id)`,
  // Older items are unread only if they were marked so; the oldest of these is looked up once per statement.
  maybeUnread: `i.sort_at >= (select least(${OLDEST}, min(o.sort_at)) from reading.mark u join read.item o using (item_id)
    where u.person_id = ${person} and not u.is_read)`,
})

const stateOfGuest = (
  { read, unread, horizons }: GuestMarks,
  put: (value: ReadonlyArray<string>) => string,
): ReadState => {
  const [feeds, positions] = [put([...horizons.keys()]), put([...horizons.values()].map(String))]
  return {
    joins: `left join unnest(${feeds}::text[], ${positions}::bigint[]) h(feed_id, position) on h.feed_id = i.feed_id`,
    isRead: `case when i.item_id = any(${put(unread)}::text[]) then false
      when left(i.item_id, ${MARK_LENGTH}) = any(${put(read)}::text[]) then true
      else coalesce(i.position <= h.position or i.sort_at < ${OLDEST}, false) end`,
    isJustRead: () => `left(i.item_id, ${MARK_LENGTH}) = any(${put(read.slice(-JUST_READ_MAX))}::text[])`,
    isSaved: "null",
    maybeUnread: `i.sort_at >= ${OLDEST}`,
  }
}
