import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { FeedItem } from "#contract/feeds"
import { ITEM_TAG_LENGTH_MAX, ITEM_TAGS_MAX, MUTE_WORD_LENGTH_MAX, MUTE_WORDS_MAX } from "#contract/follows"
import { answerOf, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Id, lineText } from "../fields.ts"

const Action = Schema.Literals(["read", "save"])
const Rule = Schema.Struct({
  ruleId: Schema.String,
  /** Empty for all followed feeds. */
  feedId: Schema.String,
  words: Schema.Array(Schema.String),
  action: Action,
  tags: Schema.Array(Schema.String),
})
/** What a rule applies to: the words, in one feed or, if absent, in all followed feeds. */
const Matching = {
  feedId: Schema.optionalKey(Id),
  words: Schema.Array(lineText(MUTE_WORD_LENGTH_MAX)).check(Schema.isMaxLength(MUTE_WORDS_MAX)),
}

/** Calls about the rules by which arriving items are marked as read or saved for the caller. */
export const ruleEndpoints = [
  HttpApiEndpoint.post("LoadRules", "/LoadRules", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ rules: Schema.Array(Rule) })),
    error: Unauthorized,
  }).annotateMerge(
    describedAs("The caller's rules, in the order in which they were added. Mute rules have their own call."),
  ),
  HttpApiEndpoint.post("SetRule", "/SetRule", {
    payload: Schema.Struct({
      /** The rule that is replaced; a new one if absent. */
      ruleId: Schema.optionalKey(Id),
      ...Matching,
      action: Action,
      tags: Schema.optionalKey(Schema.Array(lineText(ITEM_TAG_LENGTH_MAX)).check(Schema.isMaxLength(ITEM_TAGS_MAX))),
      /** Whether the rule also applies to items that have already arrived. */
      existing: Schema.optionalKey(Schema.Boolean),
    }),
    success: answerOf(Schema.Struct({ applied: Schema.Int })),
    error: [Unauthorized, NotFound, Conflict],
  }).annotateMerge(
    describedAs(
      "Adds or replaces a rule: items of followed feeds that contain one of the words are marked as read (`read`), or saved with tags (`save`). A rule for one feed may have no words; it applies to all of its items. `applied` counts the items that had already arrived, if `existing` is true.",
    ),
  ),
  HttpApiEndpoint.post("RemoveRule", "/RemoveRule", {
    payload: Schema.Struct({ ruleId: Id }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound, Conflict],
  }).annotateMerge(describedAs("Removes a rule. Items that it has marked or saved stay so.")),
  HttpApiEndpoint.post("TryRule", "/TryRule", {
    payload: Schema.Struct(Matching),
    success: answerOf(Schema.Struct({ count: Schema.Int, items: Schema.Array(FeedItem) })),
    error: [Unauthorized, NotFound],
  }).annotateMerge(
    describedAs(
      "Items of the last 30 days that a rule with these words would apply to: how many, and the newest 10. Of each feed, the newest are searched.",
    ),
  ),
] as const
