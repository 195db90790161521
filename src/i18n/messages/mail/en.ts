export const mail = {
  "mail.title": "Mailbox",
  "mail.lead": "No mail server is configured, so messages stay here.",
  "mail.state.waiting": "waiting",
  "mail.state.sent": "sent",
  "mail.state.bounced": "bounced",
  "mail.state.expired": "expired",
  "mail.erased": "The person was erased, and what was written to them with them.",
} as const
