import { Schema } from "effect"

/** The endpoint is not HTTPS or the keys are invalid. */
export class NoPushTarget extends Schema.TaggedError<NoPushTarget>()("NoPushTarget", {}) {
  get messageKey(): "notify.noTarget" {
    return "notify.noTarget"
  }
}

/** The limit of subscribed browsers is reached. */
export class PushFull extends Schema.TaggedError<PushFull>()("PushFull", {}) {
  get messageKey(): "notify.full" {
    return "notify.full"
  }
}
