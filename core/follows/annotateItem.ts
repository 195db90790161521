import { HashMap, HashSet, Option, Result } from "effect"
import { ItemSaved, SavedItemAnnotated } from "./events.ts"
import type { FollowsCommand } from "./FollowsCommand.ts"
import { ANNOTATED_ITEMS_MAX, HIGHLIGHTS_MAX, ITEM_TAGS_MAX, SAVED_ITEMS_MAX } from "./followRules.ts"
import { type Annotation, type FollowsState, NO_ANNOTATION } from "./PersonFollows.ts"
import { TooManyFollows } from "./refusals.ts"

/** Sets the tags and the note of an item, and saves the item if it is not saved. */
export const setItemNote = (
  itemId: string,
  { tags, note }: { readonly tags: ReadonlyArray<string>; readonly note: string },
): FollowsCommand<TooManyFollows> =>
  annotate(itemId, (before) => Result.succeed({ ...before, tags: cleanTags(tags), note: cleanText(note) }))

/** Highlights a passage of an item, and saves the item if it is not saved. */
export const addHighlight = (itemId: string, text: string): FollowsCommand<TooManyFollows> =>
  annotate(itemId, (before) => {
    const passage = cleanPassage(text)
    if (passage === "" || before.highlights.includes(passage)) return Result.succeed(before)
    return before.highlights.length >= HIGHLIGHTS_MAX
      ? Result.fail(new TooManyFollows({ of: "highlights" }))
      : Result.succeed({ ...before, highlights: [...before.highlights, passage] })
  })

/** Removes a highlighted passage. */
export const removeHighlight = (itemId: string, text: string): FollowsCommand<TooManyFollows> =>
  annotate(itemId, (before) => {
    const passage = cleanPassage(text)
    return Result.succeed({ ...before, highlights: before.highlights.filter((each) => each !== passage) })
  })

const annotate =
  (
    itemId: string,
    change: (before: Annotation) => Result.Result<Annotation, TooManyFollows>,
  ): FollowsCommand<TooManyFollows> =>
  ({ personId, nowIso }) =>
  (state) => {
    const before = annotationOf(state, itemId)
    const changed = change(before)
    if (Result.isFailure(changed)) return Result.fail(changed.failure)
    const after = changed.success
    if (isSame(before, after)) return Result.succeed([])
    const isSaved = HashSet.has(state.saved, itemId)
    if (!isSaved && HashSet.size(state.saved) >= SAVED_ITEMS_MAX)
      return Result.fail(new TooManyFollows({ of: "saved" }))
    if (before === NO_ANNOTATION && HashMap.size(state.annotations) >= ANNOTATED_ITEMS_MAX)
      return Result.fail(new TooManyFollows({ of: "annotated" }))
    return Result.succeed([
      ...(isSaved ? [] : [ItemSaved.make({ personId, itemId, savedAt: nowIso })]),
      SavedItemAnnotated.make({ personId, itemId, ...after, annotatedAt: nowIso }),
    ])
  }

export const annotationOf = ({ annotations }: FollowsState, itemId: string): Annotation =>
  Option.getOrElse(HashMap.get(annotations, itemId), () => NO_ANNOTATION)

const isSame = (one: Annotation, other: Annotation): boolean =>
  one.note === other.note &&
  one.tags.join("\n") === other.tags.join("\n") &&
  one.highlights.join("\n") === other.highlights.join("\n")

/** Browsers send CR LF from text areas. */
const cleanText = (text: string): string => text.normalize("NFC").replace(/\r\n?/g, "\n").trim()

/** A passage on one line, as it is searched in the article. */
const cleanPassage = (text: string): string => text.normalize("NFC").replace(/\s+/gu, " ").trim()

export const cleanTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(tags.map((tag) => cleanPassage(tag).replace(/^#+/, "").toLowerCase()).filter(Boolean))].slice(
    0,
    ITEM_TAGS_MAX,
  )
