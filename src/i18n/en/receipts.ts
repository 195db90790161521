/** Receipts of subscriptions, and proofs of paydays. */
export const receipts = {
  "subscriptions.receipt.title": "Receipt",
  "subscriptions.receipt.lead": "What you paid for this period, and where each unit of it went.",
  "subscriptions.receipt.period": "Period",
  "subscriptions.receipt.payer": "Paid by",
  "subscriptions.receipt.number": "Receipt number",
  "subscriptions.receipt.paid": "Charged",
  "subscriptions.receipt.pending": "There’s no receipt yet. A period gets one within an hour after it is paid out.",
  "subscriptions.receipt.verify": "Verify",
  "subscriptions.receipt.verified": "Verified: it matches the published proof.",
  "subscriptions.receipt.wrong": "It doesn’t match the published proof. Please tell us.",
  "subscriptions.receipt.unpublished": "It is consistent, but the published proofs couldn’t be loaded.",
  "subscriptions.receipt.failed": "It couldn’t be verified now. Please try again.",
  "subscriptions.receipt.print": "Print",
  "subscriptions.receipt.download": "Download as JSON",
  "subscriptions.receipt.noscript":
    "Verification runs in your browser and needs scripts. You can also download the receipt and check it with another program.",
  "subscriptions.receipt.proof": "Proof {number}",
  "subscriptions.receipt.proof.text": {
    one: "It covers {count} paid period and shows nothing about anybody else. If we changed an amount later, the published root would no longer match.",
    other:
      "It covers {count} paid periods and shows nothing about anybody else. If we changed an amount later, the published root would no longer match.",
  },
  "subscriptions.receipt.root": "Root",
  "subscriptions.receipt.digest": "Digest",
  "subscriptions.receipt.previous": "Digest of the proof before it",
  "subscriptions.receipt.wallet": "Proof of the wallet",
  "paydays.title": "Payday proofs",
  "paydays.lead": "Every hour we publish one number that stands for everything that creators were paid.",
  "paydays.text":
    "Payers and creators have receipts that match these proofs. Each proof contains the one before it, so none of them can be replaced unnoticed.",
  "paydays.none": "Nothing has been paid out yet.",
  "paydays.cycles": { one: "{count} paid period", other: "{count} paid periods" },
  "creators.paydays.title": "Paydays",
  "creators.paydays.lead":
    "What your subscribers’ fees brought you. The receipts prove each amount without telling who paid.",
  "creators.paydays.none": "No payday yet. Fees are paid out when the paid period of a subscriber is over.",
} as const
