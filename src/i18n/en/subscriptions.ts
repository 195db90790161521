/** Subscriptions and their payments. */
export const subscriptions = {
  "subscriptions.unfit.msf.low": "The monthly fee must be at least 1.00.",
  "subscriptions.unfit.msf.high": "The monthly fee can be at most 10,000.00.",
  "subscriptions.unfit.asset": "This asset can’t pay for subscriptions right now.",
  "subscriptions.unfit.currency": "Choose US dollars or euros for the fee.",
  "subscriptions.unfit.weight": "Weights are whole numbers from 1 to 1,000.",
  "subscriptions.unfit.creators.none": "Add at least one creator first.",
  "subscriptions.unfit.creators.many": "A rule can have 100 creators.",
  "subscriptions.unfit.creators.oneself": "You can’t subscribe to your own channel.",
  "subscriptions.unfit.share.small": "Each creator must get at least 1.00 a month. Raise the fee, or remove a creator.",
  "subscriptions.noRule": "You have no such subscription.",
  "subscriptions.tooManyRules": "You can have 10 subscriptions.",
  "subscriptions.notSubscribable": "This channel doesn’t take subscribers.",
  "subscriptions.noPrice":
    "There is no current rate for this asset, so nothing was charged. Please try again in a few minutes.",
  "subscriptions.noRefund.nothingPaid": "No paid period is running.",
  "subscriptions.noRefund.tooSoon":
    "You’ve had a refund recently. The next one is possible from {time} (UTC). You can cancel at the end of the period.",
} as const
