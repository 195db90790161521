export const walletCall = {
  "walletCall.notEnough": "not enough amount",
  "walletCall.frozen": "This account may not pay anything at present. Please write to support.",
  "walletCall.commandReused": "This was sent before with other words, so nothing was done. Please load the page again.",
  "walletCall.noMovement": "You have no such movement.",
  "walletCall.badCursor": "The list cannot go on from there. Please start at its beginning.",
  "walletCall.amount.notDecimal": "Please enter an amount in figures, such as 0.5",
  "walletCall.amount.tooFine": "The amount has more decimals than the asset.",
  "walletCall.amount.tooLarge": "The amount is too large.",
  "walletCall.unfit.zero": "Please enter an amount.",
  "walletCall.unfit.dust": "The amount is too small: at least 0.00001.",
  "walletCall.unfit.asset": "Only coins can be given.",
  "walletCall.unfit.oneself": "You cannot donate to yourself.",
  "walletCall.unfit.long": "The message is too long: 200 characters at most.",
  "walletCall.codeOwed": "Please enter the 6 figures of your authenticator.",
  "walletCall.passwordOwed": "More than a small sum a day has to be confirmed: please enter your withdrawal password.",
  "walletCall.proofOwed":
    "To give more than a small sum a day, please set up a withdrawal password or switch two-step verification on first.",
  "walletCall.paused":
    "What protects your wallet was set up or changed a short while ago. For your safety you can give only small sums until {time} (UTC).",
  "walletCall.leaving.underWay":
    "Something of yours is set aside, being withdrawn or still on its way to you. You can delete your account once that is done.",
  "walletCall.leaving.owns":
    "There are coins in your wallet. Please withdraw them first: with the account they would be gone.",
  "walletCall.leaving.rest":
    "A little is left in your wallet that is less than can be withdrawn. You can delete your account if you give it up.",
  "walletCall.noDeposits": "Deposits of this asset cannot be made at present. Please try again later.",
} as const
