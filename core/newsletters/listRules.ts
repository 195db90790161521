/** How often a list sends to a person. Ids are on the wire: 1 never, 2 immediately, 3 daily, 4 weekly. */
export const EMAIL_SETTINGS = { never: 1, immediate: 2, daily: 3, weekly: 4 } as const
export type EmailSettingId = (typeof EMAIL_SETTINGS)[keyof typeof EMAIL_SETTINGS]
export const EMAIL_SETTING_IDS = [1, 2, 3, 4] as const

/** How often a person on a list gets mail. */
export const FREQUENCIES = ["immediate", "daily", "weekly"] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** The frequency of a setting; null for never. */
export const frequencyOf = (settingId: EmailSettingId): Frequency | null =>
  FREQUENCIES.find((each) => EMAIL_SETTINGS[each] === settingId) ?? null

/** Ids of Home/LoadSendListStatus. */
export const SEND_LIST_STATUS = { subscribed: 1, unsubscribed: 2, bounced: 3 } as const

/** Ids of Home/LoadEmailStatus. */
export const EMAIL_STATUS = { queued: 1, sent: 2, delivered: 3, opened: 4, bounced: 5, failed: 6 } as const
export type EmailStatusId = (typeof EMAIL_STATUS)[keyof typeof EMAIL_STATUS]

/** Lists that a person can be on. */
export const LISTS_MAX = 1_000
