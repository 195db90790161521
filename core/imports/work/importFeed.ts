import { Clock, Effect } from "effect"
import { channelReader, claimReader } from "#core/channels"
import { Sql } from "#core/kernel"
import { type ArchivedItem, FeedArchive } from "../FeedArchive.ts"
import { IMPORT_ENTRIES_MAX, SLICE_MS_MAX } from "../limits.ts"
import { titleOf } from "../sources/headFields.ts"
import type { ImportRow } from "./ImportRow.ts"
import type { TakenEntry } from "./takeEntry.ts"
import { itemTaker } from "./takeItem.ts"

/** Items of one page of the library, and of one statement. */
const LISTED_AT_ONCE = 200
/** Items that are taken before it is asked whether the import still runs. */
const TAKEN_AT_ONCE = 20

type FeedImport = ImportRow & { readonly feedId: string }
type Record = (importId: string, number: number, taken: TakenEntry) => Effect.Effect<unknown>

/**
 * Makes the items of a claimed feed posts, for a while. The items are listed first, each with a number; a run that was
 * interrupted goes on at the first one without an outcome. `lost`: the feed is no longer the creator's.
 */
export const feedImporter = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [archive, readClaim, readChannel] = [yield* FeedArchive, yield* claimReader, yield* channelReader]
  const takeItem = yield* itemTaker

  /** Lists the items. A list that was interrupted is completed: an item keeps its number. */
  const list = Effect.fnUntraced(function* ({ importId, feedId }: FeedImport) {
    yield* Effect.promise(async () => sql`delete from imports.entry where import_id = ${importId}`)
    let [last, total] = [null as Pick<ArchivedItem, "itemId" | "sortAt"> | null, 0]
    while (total < IMPORT_ENTRIES_MAX) {
      const items = yield* archive.list(feedId, last, Math.min(LISTED_AT_ONCE, IMPORT_ENTRIES_MAX - total))
      if (items.length === 0) break
      const rows = items.map((item, index) => ({
        ...{ import_id: importId, number: total + index, source_id: item.itemId, title: titleOf(item.title) },
        ...{ published_at: item.sortAt, is_draft: false, level_id: 1, notes: [], problem: null },
      }))
      yield* Effect.promise(async () => sql`insert into imports.entry ${sql(rows)}`)
      total += items.length
      last = items.at(-1) ?? null
    }
    yield* Effect.promise(
      async () => sql`update imports.import set state = 'running' where import_id = ${importId} and state = 'reading'`,
    )
  })

  return Effect.fn("importFeed")(function* (row: FeedImport, record: Record) {
    const { importId, feedId, channelId, personId } = row
    const { ownerId } = yield* readClaim(feedId)
    if (ownerId !== personId) return "lost" as const
    if (row.state === "reading") yield* list(row)
    const { languages } = yield* readChannel(String(channelId))
    const context = { channelId, personId, language: languages[0] ?? null }
    const untilMs = (yield* Clock.currentTimeMillis) + SLICE_MS_MAX
    for (;;) {
      const open = yield* Effect.promise(
        () => sql<Array<{ number: number; itemId: string }>>`
          select number, source_id as "itemId" from imports.entry e join imports.import i using (import_id)
          where import_id = ${importId} and outcome is null and i.state = 'running'
          order by number limit ${TAKEN_AT_ONCE}`,
      )
      if (open.length === 0) return "done" as const
      for (const { number, itemId } of open) {
        const taken = yield* takeItem(yield* archive.find(itemId), context)
        yield* record(importId, number, taken)
      }
      if ((yield* Clock.currentTimeMillis) > untilMs) return "paused" as const
    }
  })
})
