/** Rules that are shared by reading time. */
export const reading = {
  "subscriptions.reading": "Share by reading time",
  "subscriptions.reading.text":
    "Your monthly fee is shared by how long you read each creator, not by weights. Your browser measures the time on their posts. Only the resulting shares leave it, never how long you read, or what.",
  "subscriptions.reading.limits": "Each creator gets at least {floor} and at most {cap} of your fee.",
  "subscriptions.reading.how":
    "Once you’ve read for ten minutes in a month, your browser reports the shares by itself, about once a day. They count for the whole month, and the last report before its end decides. If you read in several browsers, each one measures on its own.",
  "subscriptions.reading.scripts": "This needs JavaScript: reading time is only ever measured in your browser.",
  "subscriptions.reading.on": "Share by reading time",
  "subscriptions.reading.off": "Share by weights again",
  "subscriptions.reading.now": "Use these shares now",
  "subscriptions.reading.forget": "Delete reading times",
  "subscriptions.reading.forgotten": "The reading times in this browser were deleted.",
  "subscriptions.reading.table": "Reading time this month",
  "subscriptions.reading.read": "Read here",
  "subscriptions.reading.measured": "Measured share",
  "subscriptions.reading.set": "Counts now",
  "subscriptions.reading.part": "{part} by reading time",
  "subscriptions.reading.weights": "by weight",
  "subscriptions.reading.setAt": "Last reported on {time}.",
  "subscriptions.reading.none": "Nothing measured yet. The weights count until then.",
  "subscriptions.reading.refused.off": "This subscription isn’t shared by reading time.",
  "subscriptions.reading.refused.unpaid": "Reading time counts as soon as you’ve paid for a month.",
  "subscriptions.reading.refused.alone": "With a single creator there is nothing to share.",
  "subscriptions.reading.refused.fee":
    "Your fee gives each creator just the minimum share, so reading time can’t change anything. Raise the fee or remove a creator.",
  "subscriptions.reading.refused.creators":
    "The creators of this subscription have changed. Reload the page and try again.",
  "subscriptions.reading.refused.parts": "These shares aren’t within their limits. Reload the page and try again.",
  "subscriptions.reading.refused.often": "You set the shares less than six hours ago. Try again later.",
} as const
