/** Promises to support authors who are not here yet. */
export const pledges = {
  "subscriptions.pledges.title": "Pledges",
  "subscriptions.pledges.lead": "Publications you want to support as soon as their authors join.",
  "subscriptions.pledges.none":
    "You haven’t pledged anything yet. You can do so on the page of any publication whose author isn’t here yet.",
  "subscriptions.pledge.link": "Pledge support",
  "subscriptions.pledge.to": "Support {title} once its author joins",
  "subscriptions.pledge.text":
    "We don’t collect money for people who haven’t asked us to. Nothing is charged, now or later: the author sees how many people are waiting, and when they’re here, you decide whether to subscribe.",
  "subscriptions.pledge.weight.hint":
    "The share you have in mind: a publication with weight 2 would get twice as much as one with weight 1.",
  "subscriptions.pledge.weight": "Weight {weight}",
  "subscriptions.pledge.act": "Pledge support",
  "subscriptions.pledge.change": "Change",
  "subscriptions.pledge.withdraw": "Withdraw",
  "subscriptions.pledge.withdraw.of": "Withdraw your pledge to {title}",
  "subscriptions.pledge.waiting": { one: "{count} person is waiting", other: "{count} people are waiting" },
  "subscriptions.pledge.waiting.you": {
    one: "{count} person is waiting to support you.",
    other: "{count} people are waiting to support you.",
  },
  "subscriptions.pledge.here": "The author is here",
  "subscriptions.pledge.in": "Pledged, not charged:",
  "subscriptions.pledge.refused.claimed":
    "The author of this publication is already here. You can subscribe as soon as they have a channel.",
  "subscriptions.pledge.refused.weight": "Enter a whole number between 1 and 1,000.",
  "subscriptions.pledge.refused.many": "You can pledge support to at most 100 publications.",
  "messages.notice.pledgeArrived.title": "The author of {title} is here",
  "messages.notice.pledgeArrived.text":
    "{name} now has a channel. You pledged support: if you still want to, you can subscribe. Nothing has been charged.",
} as const
