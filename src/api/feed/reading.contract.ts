import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { FeedItem } from "#contract/feeds"
import {
  GUEST_SAVED_ITEMS_MAX,
  HIGHLIGHT_LENGTH_MAX,
  ITEM_TAG_LENGTH_MAX,
  ITEM_TAGS_MAX,
  MARKED_AT_ONCE_MAX,
  MUTE_WORD_LENGTH_MAX,
  MUTE_WORDS_MAX,
  NOTE_LENGTH_MAX,
} from "#contract/follows"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Cursor, Id, lineText } from "../fields.ts"
import { GroupRef } from "../userGroup/contract.ts"

const ItemIds = Schema.Array(Id).check(Schema.isMaxLength(MARKED_AT_ONCE_MAX))
const Nothing = answerOf(Schema.Null)
const CHANGING = [Unauthorized, NotFound, Conflict] as const
/** One feed; all feeds if absent. */
const OfFeed = { feedId: Schema.optionalKey(Id) }
/** A log position. */
const UpTo = { upTo: Schema.optionalKey(Schema.Natural) }
/** The note of a saved item. */
const Note = Schema.Struct({
  itemId: Schema.String,
  tags: Schema.Array(Schema.String),
  note: Schema.String,
  highlights: Schema.Array(Schema.String),
})
const Passage = Schema.Struct({
  itemId: Id,
  text: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(HIGHLIGHT_LENGTH_MAX)),
})
const Rule = Schema.Struct({ feedId: Schema.String, words: Schema.Array(Schema.String) })

/** Calls about the caller's read marks, saved items and mute rules. */
export const readingEndpoints = [
  HttpApiEndpoint.post("MarkRead", "/MarkRead", {
    payload: Schema.Struct({ itemIds: ItemIds, read: Schema.Boolean }),
    success: Nothing,
    error: Unauthorized,
  }).annotateMerge(describedAs("Marks items as read, or as unread.")),
  HttpApiEndpoint.post("MarkAllRead", "/MarkAllRead", {
    payload: Schema.Struct({ ...OfFeed, ...GroupRef, ...UpTo }),
    success: Nothing,
    error: [Unauthorized, NotFound],
  }).annotateMerge(
    describedAs(
      "Marks everything of a feed, of a group or of all followed feeds as read, up to now or up to the position of a list (`upTo`).",
    ),
  ),
  HttpApiEndpoint.post("UndoMarkAllRead", "/UndoMarkAllRead", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ undone: Schema.Boolean })),
    error: Unauthorized,
  }).annotateMerge(describedAs("Undoes the caller's last MarkAllRead, for up to an hour.")),
  HttpApiEndpoint.post("LoadReadMarks", "/LoadReadMarks", {
    payload: Schema.Struct({ itemIds: ItemIds }),
    success: answerOf(Schema.Struct({ read: Schema.Array(Schema.String) })),
    error: Unauthorized,
  }).annotateMerge(describedAs("Which of these items the caller has read. Items older than 90 days count as read.")),
  HttpApiEndpoint.post("SaveNews", "/SaveNews", {
    payload: Schema.Struct({ itemId: Id }),
    success: Nothing,
    error: CHANGING,
  }).annotateMerge(describedAs("Saves an item for later.")),
  HttpApiEndpoint.post("UnSaveNews", "/UnSaveNews", {
    payload: Schema.Struct({ itemId: Id }),
    success: Nothing,
    error: CHANGING,
  }).annotateMerge(describedAs("Removes an item from the saved ones.")),
  HttpApiEndpoint.post("MergeSavedNews", "/MergeSavedNews", {
    payload: Schema.Struct({ itemIds: Schema.Array(Id).check(Schema.isMaxLength(GUEST_SAVED_ITEMS_MAX)) }),
    success: Nothing,
    error: CHANGING,
  }).annotateMerge(
    describedAs(
      "Adds the items that a guest saved, most recently saved first. Items that are not in the library are skipped.",
    ),
  ),
  HttpApiEndpoint.post("SetNewsNote", "/SetNewsNote", {
    payload: Schema.Struct({
      itemId: Id,
      tags: Schema.Array(lineText(ITEM_TAG_LENGTH_MAX)).check(Schema.isMaxLength(ITEM_TAGS_MAX)),
      note: Schema.String.check(Schema.isMaxLength(NOTE_LENGTH_MAX)),
    }),
    success: Nothing,
    error: CHANGING,
  }).annotateMerge(describedAs("Sets the caller's tags and note of an item, and saves the item.")),
  HttpApiEndpoint.post("AddHighlight", "/AddHighlight", {
    payload: Passage,
    success: Nothing,
    error: CHANGING,
  }).annotateMerge(describedAs("Highlights a passage of an item, and saves the item.")),
  HttpApiEndpoint.post("RemoveHighlight", "/RemoveHighlight", {
    payload: Passage,
    success: Nothing,
    error: CHANGING,
  }).annotateMerge(describedAs("Removes a highlight of the caller.")),
  HttpApiEndpoint.post("ListSavedNews", "/ListSavedNews", {
    payload: Schema.Struct({
      cursor: Schema.optionalKey(Cursor),
      tag: Schema.optionalKey(lineText(ITEM_TAG_LENGTH_MAX)),
    }),
    success: answerOf(
      Schema.Struct({
        items: Schema.Array(FeedItem),
        notes: Schema.Array(Note),
        next: Schema.NullOr(Schema.String),
      }),
    ),
    error: Unauthorized,
  }).annotateMerge(
    describedAs(
      "The caller's saved items with their notes, most recently saved first, optionally with one tag. Pass `next` as `cursor` for the next page.",
    ),
  ),
  HttpApiEndpoint.post("LoadMuteRules", "/LoadMuteRules", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ rules: Schema.Array(Rule) })),
    error: Unauthorized,
  }).annotateMerge(
    describedAs("The caller's mute rules: the words of each feed, and, with an empty id, those of all feeds."),
  ),
  HttpApiEndpoint.post("SetMuteRule", "/SetMuteRule", {
    payload: Schema.Struct({
      ...OfFeed,
      words: Schema.Array(lineText(MUTE_WORD_LENGTH_MAX)).check(
        Schema.isMinLength(1),
        Schema.isMaxLength(MUTE_WORDS_MAX),
      ),
    }),
    success: Nothing,
    error: CHANGING,
  }).annotateMerge(
    describedAs("Mutes items that contain one of these words in the caller's newsfeed, for one feed or for all."),
  ),
  HttpApiEndpoint.post("RemoveMuteRule", "/RemoveMuteRule", {
    payload: Schema.Struct(OfFeed),
    success: Nothing,
    error: CHANGING,
  }).annotateMerge(describedAs("Removes the mute rule of a feed, or the one for all feeds.")),
] as const
