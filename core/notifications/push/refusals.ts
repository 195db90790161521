import { Schema } from "effect"

/** What a browser gave us is nothing that could be pushed to: no https address, or no keys. */
export class NoPushTarget extends Schema.TaggedError<NoPushTarget>()("NoPushTarget", {}) {
  get messageKey(): "notify.noTarget" {
    return "notify.noTarget"
  }
}

/** As many browsers are pushed to as this installation pushes to. */
export class PushFull extends Schema.TaggedError<PushFull>()("PushFull", {}) {
  get messageKey(): "notify.full" {
    return "notify.full"
  }
}
