/** Subscriptions that people pay for others. */
export const gifts = {
  "subscriptions.gift.refused.unknown": "We can’t find a gift with this code.",
  "subscriptions.gift.refused.claimed": "This gift has already been claimed.",
  "subscriptions.gift.refused.returned":
    "This gift can no longer be claimed. It went back to the person who paid for it.",
  "subscriptions.gift.refused.oneself": "You paid for this gift. Send its link to somebody else, or return it.",
  "subscriptions.gift.refused.creator": "This gift is for your own channel. Somebody else has to claim it.",
  "subscriptions.gift.refused.closed":
    "This channel no longer takes subscribers. The gift goes back to the person who paid for it.",
  "subscriptions.gift.refused.full": "You can use at most 10 gifts at a time. Claim this one when another has ended.",
  "subscriptions.gift.refused.many": "At most 50 of your gifts can wait to be claimed.",
  "subscriptions.gifts.title": "Gifts",
  "subscriptions.gifts.lead": "Pay for somebody else’s subscription, or claim a gift.",
  "subscriptions.gifts.own": "Gifts you paid for",
  "subscriptions.gifts.none": "None yet. You can give a subscription on the page of any channel.",
  "subscriptions.gifts.claimed": "Gifts you claimed",
  "subscriptions.gift.give": "Give as a gift",
  "subscriptions.gift.title": "Give a subscription to {name}",
  "subscriptions.gift.text":
    "You pay now and get a link to send. The first person who claims it can read everything for subscribers. If nobody claims it within 90 days, the coins come back to your balance; until then you can return it yourself.",
  "subscriptions.gift.fee.hint": "The creator gets all of it, less 5% for the platform.",
  "subscriptions.gift.buy": "Pay for the gift",
  "subscriptions.gift.claim.title": "Claim a gift",
  "subscriptions.gift.code": "Gift code",
  "subscriptions.gift.open": "Open the gift",
  "subscriptions.gift.yours": "Somebody has a gift for you",
  "subscriptions.gift.contains": {
    one: "A subscription to {name} for a month.",
    other: "A subscription to {name} for {count} months.",
  },
  "subscriptions.gift.worth": "It supports them with {fee} {currency} a month.",
  "subscriptions.gift.claim.text":
    "You pay nothing, now or later: it ends by itself. If you already pay for this channel, it begins when that period is over.",
  "subscriptions.gift.renews":
    "You already support {name} yourself. Your own subscription keeps renewing beside the gift, so pause it if you don’t want to pay as well:",
  "subscriptions.gift.claim": "Claim the gift",
  "subscriptions.gift.look": "View the channel",
  "subscriptions.gift.returns": "Not claimed yet. It comes back to you on {date}.",
  "subscriptions.gift.claimed": "Claimed on {date}",
  "subscriptions.gift.returned": "Returned to your balance on {date}",
  "subscriptions.gift.link": "Send this link to one person",
  "subscriptions.gift.return": "Return",
  "subscriptions.gift.return.question": "Take the gift back? Its link stops working.",
  "subscriptions.gift.return.act": "Return the gift",
  "subscriptions.did.gift": "Paid. Now send the gift link.",
  "subscriptions.did.claim": "The gift is yours.",
  "subscriptions.did.return": "The gift was returned to your balance.",
  "messages.notice.giftClaimed.title": "Your gift was claimed",
  "messages.notice.giftClaimed.text": "Somebody is now reading {name} thanks to you.",
  "messages.notice.giftReturned.title": "A gift came back to you",
  "messages.notice.giftReturned.text":
    "Nobody claimed your gift of {name}, or it could no longer be claimed. The coins are in your balance again.",
  "messages.notice.giftEnded.title": "Your gift has ended",
  "messages.notice.giftEnded.text":
    "The months that you were given are over. You can subscribe yourself to keep access.",
  "messages.notice.giftUndone.title": "Your gift has ended",
  "messages.notice.giftUndone.text":
    "The payment for a subscription that you were given no longer counts, so your access has ended. You don’t have to pay anything.",
} as const
