/** Rules of one person. */
export const RULES_MAX = 10
/** Creators in one rule: their accounts, those of the platform and of the payer fit into one transfer. */
export const RULE_CREATORS_MAX = 100
/** The largest weight of a creator. Only the ratios matter. */
export const WEIGHT_MAX = 1_000

/** The monthly fee, in minor units of the base currency. */
export const FEE_MIN = 100n
export const FEE_MAX = 1_000_000n
/** What a creator's share of the fee must be for a period, in minor units of the base currency. */
export const SHARE_MIN = 100n
/** The part of every share that the platform keeps, per mille. */
export const PLATFORM_CUT_PER_MILLE = 50

/** Periods that one charge may pay for; 0 stands for one. */
export const TERM_PERIODS = [0, 1, 3, 6, 9, 12] as const
export type TermPeriods = (typeof TERM_PERIODS)[number]

export const DAY_MS = 86_400_000
/** Days before a renewal on which payers are reminded if their balance may not cover it, the last one first. */
export const REMINDER_DAYS = [1, 3, 7] as const
/** How long access continues while a renewal cannot be charged. */
export const GRACE_MS = 7 * DAY_MS
/** A creator who was added counts for so long in the period, and an ended subscription costs at least so much. */
export const STAY_MS_MIN = 7 * DAY_MS
/** Time between two refunds of one rule. */
export const REFUND_INTERVAL_MS = 90 * DAY_MS

/** Ids of Home/LoadSubscribeRuleStatus. */
export const RULE_STATUS = { inactive: 1, active: 2, paused: 3, cancelled: 4, ended: 5 } as const
export type RuleStatus = (typeof RULE_STATUS)[keyof typeof RULE_STATUS]

/** The level that a funded rule opens with its creators: id of Home/Levels. */
export const SUBSCRIBER_LEVEL = 2
/** The level that a paid premium seat opens. */
export const PREMIUM_LEVEL = 3

/** Premium seats of a channel: the default (S9-014), and the most that one channel has. */
export const SEATS_DEFAULT = 500
export const SEATS_MAX = 5_000
/** People on the waiting list of a channel. */
export const WAITING_MAX = 5_000
/** How long a seat is reserved for a person who is about to pay, and for one who has waited for it. */
export const SEAT_HOLD_MS = 15 * 60_000
export const SEAT_OFFER_MS = 24 * 3_600_000

/** The longest trial of a subscription, and the longest access that a creator gives with an end. */
export const TRIAL_DAYS_MAX = 30
export const ACCESS_MS_MAX = 3_660 * DAY_MS
/** People with free access to one creator at the same time. */
export const ACCESS_GIVEN_MAX = 500

/** What a creator may pass on of their payments, in thousandths, and to how many people. */
export const FORWARD_PER_MILLE_MAX = 500
export const FORWARDS_MAX = 5

/** The parts of all creators of a rule that is shared by reading time. */
export const READING_WHOLE = 1_000
/** The most that one creator gets by reading time: a page that was left open must not take everything. */
export const READING_CAP = 700
/** Every creator gets at least an equal part divided by this. */
export const READING_FLOOR_DIVISOR = 4
/** Time between two sets of parts of one rule. */
export const READING_INTERVAL_MS = 6 * 3_600_000

/** Feeds that one person promises to support. */
export const PLEDGES_MAX = 100

/** Terms of a gift. */
export const GIFT_PERIODS = [1, 3, 6, 9, 12] as const
/** How long a gift can be claimed before it goes back, and how many of a person may wait for that. */
export const GIFT_CLAIM_MS = 90 * DAY_MS
export const GIFTS_OPEN_MAX = 50
/** Numbers of the rules that only claimed gifts use; one is used again when its gift is over. */
export const GIFT_RULE_FIRST = 101
export const GIFT_RULES_MAX = 10
/** The numbers of all rules that a person may have. */
export const RULE_NUMBERS: ReadonlyArray<number> = [
  ...Array.from({ length: RULES_MAX }, (_, index) => 1 + index),
  ...Array.from({ length: GIFT_RULES_MAX }, (_, index) => GIFT_RULE_FIRST + index),
]

/** What becomes of the rest of a creator's share who leaves: the other creators get it, or the payer gets it back. */
export const ON_LEAVE = ["others", "back"] as const
export type OnLeave = (typeof ON_LEAVE)[number]

/** A rule before anything was set (S3-017). Its assets are ids of asset types: Bitcoin, and US dollars for the fee. */
export const RULE_DEFAULTS = {
  autoRenew: false,
  periods: 0,
  msf: 0n,
  pmsf: 0n,
  mainAssetTypeId: 1,
  currencyId: 4,
  onLeave: "others",
  subscribeRuleStatusId: RULE_STATUS.active,
} as const

/** Cycles and creators of one payday transfer. */
export const PAYDAY_CYCLES_MAX = 200
export const PAYDAY_CREATORS_MAX = 100
/** Cycles of one proof: a receipt needs all of them. */
export const PROOF_CYCLES_MAX = 5_000
/** Renewals charged in one append, and their events: less than an append may contain. */
export const RENEWALS_PER_APPEND_MAX = 50
export const RENEWAL_EVENTS_MAX = 900
/** Commands for seats of one channel in one append, their events, and how many may wait for the next one. */
export const SALES_PER_APPEND_MAX = 100
export const SALE_EVENTS_MAX = 900
export const SALES_WAITING_MAX = 1_000
/** How long after its end a cycle is paid out: clocks of several processes differ by less. */
export const PAYDAY_DELAY_MS = 15 * 60_000
