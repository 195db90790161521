import { Schema } from "effect"
import { LONG_NEWS_A_DAY_MAX, LONG_NEWS_MAX } from "./sizes.ts"

/** The author has as many long news as one may have, or has uploaded as many as one may on a day. */
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

/** Nothing is left of the text once what is not allowed in it is gone. */
export class EmptyLongNews extends Schema.TaggedError<EmptyLongNews>()("EmptyLongNews", {}) {
  get messageKey(): "longNews.empty" {
    return "longNews.empty"
  }
}

/** The author has no long news with this id. */
export class NoLongNews extends Schema.TaggedError<NoLongNews>()("NoLongNews", { id: Schema.String }) {
  get messageKey(): "longNews.none" {
    return "longNews.none"
  }
}
