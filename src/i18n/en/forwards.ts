/** Parts of their income from subscriptions that creators pass on. */
export const forwards = {
  "subscriptions.forward.title": "Passing on income",
  "subscriptions.forward.text":
    "Pass on part of what subscriptions pay you, for example to co-authors or to the makers of tools you use. They are paid together with you on every payday. What you pass on isn’t passed on again.",
  "subscriptions.forward.to": "Recipient’s user code",
  "subscriptions.forward.part": "Share in percent",
  "subscriptions.forward.part.hint": "At most {max} in total, to up to 5 people.",
  "subscriptions.forward.act": "Pass on",
  "subscriptions.forward.end": "End",
  "subscriptions.forward.end.of": "Stop passing on to {name}",
  "subscriptions.forward.incoming": "Passed on to you by",
  "subscriptions.forward.incoming.of": "{name} passes on {part} of their subscription income to you.",
  "subscriptions.forward.incoming.count": {
    one: "{count} creator passes on income to you",
    other: "{count} creators pass on income to you",
  },
  "subscriptions.forward.passed": "Passed on to {name}: {amount}",
  "subscriptions.forward.got": "Passed on by {name}: {amount}",
  "subscriptions.forward.entry": "Passed on to {name}",
  "subscriptions.forward.entry.by": "Passed on by {name}",
  "subscriptions.forward.entry.someone": "Passed on by creators",
  "subscriptions.forward.gone": "a former member",
  "subscriptions.rehearsal.passedOn": "{amount} passed on",
  "subscriptions.rehearsal.received": "{amount} passed on to you",
  "subscriptions.forward.refused.oneself": "You can’t pass on income to yourself.",
  "subscriptions.forward.refused.loop":
    "This person already passes on income to you. Two people can’t pass on to each other.",
  "subscriptions.forward.refused.part": "Enter a share between 0.1 and 50 percent.",
  "subscriptions.forward.refused.many": "You can pass on income to at most 5 people.",
  "subscriptions.forward.refused.sum": "You can pass on at most 50 percent in total.",
  "messages.notice.forwardSet.title": "{name} passes on income to you",
  "messages.notice.forwardSet.text":
    "You get {perMille} of what their subscriptions bring, on every payday from now on.",
  "messages.notice.forwardEnded.title": "{name} no longer passes on income to you",
  "messages.notice.forwardEnded.text": "What was paid out before stays yours.",
} as const
