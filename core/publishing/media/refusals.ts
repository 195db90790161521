import { Schema } from "effect"

/** There is no such file of this person. */
export class NoMedia extends Schema.TaggedError<NoMedia>()("NoMedia", {}) {
  get messageKey(): "media.noFile" {
    return "media.noFile"
  }
}
