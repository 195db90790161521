export { type CycleEvent, CycleEvents } from "./cycle/events.ts"
export { ForwardEvents } from "./forwards/events.ts"
export { Forwards } from "./forwards/Forwards.ts"
export {
  type AccessPassEvent,
  AccessPassEvents,
  type FreeAccessKind,
  TrialOfferEvents,
} from "./freeAccess/events.ts"
export { FreeAccess } from "./freeAccess/FreeAccess.ts"
export { GiftEvents, type GiftReturnReason } from "./gifts/events.ts"
export { type GiftRef, Gifts } from "./gifts/Gifts.ts"
export { Prices } from "./Prices.ts"
export { Paydays } from "./payday/Paydays.ts"
export { PledgeEvents } from "./pledges/events.ts"
export { Pledges } from "./pledges/Pledges.ts"
export { prepaidRulesLayer } from "./prepaidRules.ts"
export { PreviewCounts, type PreviewStep } from "./previews/PreviewCounts.ts"
export { type PaydayEvent, PaydayEvents } from "./proofs/events.ts"
export { PaydayProofs } from "./proofs/PaydayProofs.ts"
export type { ReadingChange } from "./reading/changeReading.ts"
export type {
  NoForward,
  NoFreeAccess,
  NoGift,
  NoPledge,
  NoReadingShare,
  NoRefund,
  NoRule,
  NoSeat,
  NotSubscribable,
  TooManyRules,
  UnfitOffer,
} from "./refusals.ts"
export { Rehearsals } from "./rehearsal/Rehearsals.ts"
export { listDueReminders, passReminders, scheduleReminders } from "./reminderTimes.ts"
export type { RuleChange } from "./rule/changeRule.ts"
export { type MissedReason, type RuleEvent, RuleEvents } from "./rule/events.ts"
export { type RuleRef, type RuleRefused, Subscriptions } from "./Subscriptions.ts"
export type { Offer } from "./seats/changeSeats.ts"
export { type PremiumSeatEvent, PremiumSeatEvents } from "./seats/events.ts"
export { PremiumOffers } from "./seats/PremiumOffers.ts"
export { supportLevels } from "./supportLevels.ts"
