import type { NEWS_ON } from "../../lib/fixedPaths.ts"

/** Set in local storage while this browser wants message notifications. */
export const MESSAGES_ON = "quire:messages-on"

export const hasAsked = (mark: typeof NEWS_ON | typeof MESSAGES_ON): boolean => {
  try {
    return mark in localStorage
  } catch {
    return false
  }
}
