import { Schema } from "effect"
import { LONG_NEWS_A_DAY_MAX, LONG_NEWS_MAX } from "../contract.ts"

/** The author has reached the limit of items in total or per day. */
export class TooManyLongNews extends Schema.TaggedError<TooManyLongNews>()("TooManyLongNews", {
  of: Schema.Literals(["day", "all"]),
}) {
  get messageKey(): `longNews.tooMany.${"day" | "all"}` {
    return `longNews.tooMany.${this.of}`
  }
  get count(): number {
    return this.of === "day" ? LONG_NEWS_A_DAY_MAX : LONG_NEWS_MAX
  }
}

/** Nothing remains of the text after cleaning. */
export class EmptyLongNews extends Schema.TaggedError<EmptyLongNews>()("EmptyLongNews", {}) {
  get messageKey(): "longNews.empty" {
    return "longNews.empty"
  }
}

/** The author has no long-news item with this id. */
export class NoLongNews extends Schema.TaggedError<NoLongNews>()("NoLongNews", { id: Schema.String }) {
  get messageKey(): "longNews.none" {
    return "longNews.none"
  }
}
