import type { T } from "../../i18n/index.ts"

const SECTIONS = [
  ["profile", "creators.dashboard.profile"],
  ["pictures", "creators.dashboard.pictures"],
  ["status", "creators.dashboard.status"],
  ["offer", "subscriptions.offer.title"],
  ["free", "subscriptions.free.title"],
  ["forwards", "subscriptions.forward.title"],
  ["subs", "creators.dashboard.subs"],
  ["feeds", "creators.apply.feeds"],
  ["invites", "creators.invite.title"],
] as const
const FIRST_CHANNEL_ONLY: ReadonlySet<string> = new Set(["offer", "free", "forwards"])

/** The sections of a channel's settings. What concerns money belongs to the first channel of a creator. */
export const settingsLinks = (t: T, { isFirst }: { isFirst: boolean }) =>
  SECTIONS.filter(([id]) => isFirst || !FIRST_CHANNEL_ONLY.has(id)).map(([id, label]) => ({ id, label: t(label) }))
