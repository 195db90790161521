import type { NEWS_ON } from "../../lib/fixedPaths.ts"

/** There in local storage while this browser asked to be told of messages. */
export const MESSAGES_ON = "quire:messages-on"

/** Whether this browser asked to be told of something. */
export const hasAsked = (mark: typeof NEWS_ON | typeof MESSAGES_ON): boolean => {
  try {
    return mark in localStorage
  } catch {
    return false
  }
}
