/** Access to channels without payment: what creators give, and trials. */
export const freeAccess = {
  "subscriptions.free.refused.oneself": "You can read your own channel anyway.",
  "subscriptions.free.refused.until": "Choose a day in the next 10 years, or leave it empty.",
  "subscriptions.free.refused.days": "A trial can last at most 30 days.",
  "subscriptions.free.refused.notOffered": "This channel doesn’t offer a trial.",
  "subscriptions.free.refused.tried": "You’ve already tried this channel.",
  "subscriptions.free.refused.open": "You already have access to this channel.",
  "subscriptions.free.refused.full": "You can give access to at most 500 people at a time.",
  "subscriptions.free.title": "Free access",
  "subscriptions.free.text":
    "Let people try your subscription, or give access to guests, colleagues and the press. They don’t pay, take no premium seat and don’t count as supporters.",
  "subscriptions.free.days": "Trial length in days",
  "subscriptions.free.days.hint": "At most 30; 0 means no trial. Everyone can try your channel once.",
  "subscriptions.free.people": {
    one: "{count} person has free access",
    other: "{count} people have free access",
  },
  "subscriptions.free.code": "User code",
  "subscriptions.free.code.hint": "It begins with QI and is on their profile page.",
  "subscriptions.free.end": "Last day",
  "subscriptions.free.end.hint": "Without one, they have access until you end it.",
  "subscriptions.free.give": "Give access",
  "subscriptions.free.withdraw": "End access",
  "subscriptions.free.open": "No end date",
  "subscriptions.free.until": "Until {date}",
  "subscriptions.free.own": "Free access",
  "subscriptions.free.given": "Complimentary",
  "subscriptions.trial": "Trial",
  "subscriptions.trial.offer": { one: "Try it for a day", other: "Try it free for {count} days" },
  "subscriptions.trial.text":
    "Read everything for subscribers without paying. The trial ends by itself, and you’re never charged for it.",
  "subscriptions.trial.begin": { one: "Start the one-day trial", other: "Start the {count}-day trial" },
  "subscriptions.did.trial": "Your trial has started.",
  "messages.notice.accessGiven.title": "You have free access",
  "messages.notice.accessGiven.text":
    "{name} gave you access to their posts for subscribers. You don’t have to pay for it.",
} as const
