export const untiefa = {
  "untiefa.title": "Remove the second step",
  "untiefa.lead":
    "You have lost your authenticator and your recovery codes? We send you a link by mail. The second step is removed 72 hours after you open it, so that nobody who only reads your mail can do this unnoticed.",
  "untiefa.email": "E-mail address",
  "untiefa.send": "Send the link",
  "untiefa.sent": "If this address belongs to an account with a second step, a mail with a link is on its way.",
  "untiefa.ask.text":
    "The second step of your account will be removed in 72 hours. Until then you can cancel this with the same link.",
  "untiefa.ask": "Remove it in 72 hours",
  "untiefa.due": "The second step will be removed on {date}.",
  "untiefa.cancel": "Keep it",
  "untiefa.cancelled": "The second step stays as it is.",
  "untiefa.linkEnded": "This link has ended or is not one of ours. Ask for a new one.",
} as const
