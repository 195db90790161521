import { PURPOSES } from "#contract/wallet"
import { translator } from "#src/i18n/index.ts"
import { CONTENT_LANGUAGES } from "#src/lib/contentLanguages.ts"
import { tabs } from "#src/lib/menu.ts"

type Named = { readonly id: number; readonly name: string }

/** Numbers the names of a list from 1. The ids are on the wire: append, never insert. */
const named = (...names: ReadonlyArray<string>): ReadonlyArray<Named> =>
  names.map((name, index) => ({ id: index + 1, name }))

/** Preferences of an account; 9 is the base currency by the specification. */
export const preferences = [
  { preferenceId: 1, name: "Language" },
  { preferenceId: 2, name: "Theme" },
  { preferenceId: 3, name: "Time zone" },
  { preferenceId: 4, name: "Content languages" },
  { preferenceId: 5, name: "E-mail notifications" },
  { preferenceId: 6, name: "Browser notifications" },
  { preferenceId: 7, name: "Chat notifications" },
  { preferenceId: 8, name: "Two-step verification" },
  { preferenceId: 9, name: "Base currency" },
  { preferenceId: 10, name: "Followed feeds on the profile page" },
] as const

export const levels = [
  { levelId: 1, name: "Public" },
  { levelId: 2, name: "Subscribers" },
  { levelId: 3, name: "Premium subscribers" },
] as const

export const kycStatuses = named(
  "Not submitted",
  "Pending",
  "Verified",
  "Rejected",
  "Revoked",
  "Expired",
  "Resubmission requested",
)
/** 2 is the default status of a subscribe rule by the specification. */
export const subscribeRuleStatuses = named("Inactive", "Active", "Paused", "Cancelled", "Ended")
export const applicationRequestStatuses = named("Draft", "Submitted", "In review", "Approved", "Rejected", "Withdrawn")
/** 1 unfollow and 2 follow by the specification. */
export const relationshipStatuses = named("Not followed", "Followed", "Blocked")
export const commentLevels = named("Everybody", "Subscribers", "Premium subscribers", "Nobody")
export const localContentStatuses = named("Draft", "Scheduled", "Published", "Hidden", "Deleted")
export const userLikeStatuses = named("None", "Like", "Dislike")
export const applicationRequestTypes = named("Content creator", "Claim of a feed", "Change of channel")
export const commentTypes = named("Comment", "Reply")
/** 1 is the default of a sub-channel by the specification. */
export const userChannelStatuses = named("Active", "Paused", "Closed")
export const channelDisplayStatuses = named("Shown", "Hidden")
export const requestStatuses = named("Open", "In progress", "Waiting", "Resolved", "Closed")
export const channelAccessTypes = named("Public", "Subscribers", "Premium subscribers")
export const linkAccountStatuses = named("Unverified", "Pending", "Verified", "Failed")
/** The kinds of wallet movement, named as in the statement. Ids follow the order of `PURPOSES`. */
export const orderClasses = named(...PURPOSES.map((purpose) => translator("en")(`wallet.kind.${purpose}`)))
export const emailStatuses = named("Queued", "Sent", "Delivered", "Opened", "Bounced", "Failed")
export const feedContentStatuses = named("Available", "Unavailable", "Blocked", "Removed")
export const sendListStatuses = named("Subscribed", "Unsubscribed", "Bounced")

/** The content languages with their names in themselves. */
export const languages = CONTENT_LANGUAGES

/** The product's channels on Telegram, one in each language of the welcome text. */
export const socials = [
  { name: "Telegram", language: "EN", url: "https://t.me/quire_en" },
  { name: "Telegram", language: "DE", url: "https://t.me/quire_de" },
  { name: "Telegram", language: "FR", url: "https://t.me/quire_fr" },
] as const

/** The top tabs; labels are message keys. */
export const routes = tabs
