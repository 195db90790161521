/** What calls about withdrawals, addresses and the withdrawal password answer. */
export const withdrawCall = {
  "withdrawCall.begun": "Your withdrawal has begun.",
  "withdrawCall.cancelled": "The withdrawal was cancelled. The coins are yours to spend again.",
  "withdrawCall.addressLeft":
    "This address belongs to somebody here who has left. Nobody could reach what you send there.",
  "withdrawCall.none": "You have no such withdrawal.",
  "withdrawCall.tooLate": "It is too late to cancel this withdrawal: it was signed already, or has ended.",
  "withdrawCall.off": "Nothing can be withdrawn just now. Please try again later.",
  "withdrawCall.paused.reset":
    "Your withdrawal password was reset. For your safety nothing can be withdrawn until {time} (UTC).",
  "withdrawCall.paused.signIn":
    "Your sign-in password was changed. For your safety nothing can be withdrawn until {time} (UTC).",
  "withdrawCall.paused.step":
    "Your two-step verification was changed or turned off. For your safety nothing can be withdrawn until {time} (UTC).",
  "withdrawCall.feeMoved": "The network takes more by now. Please look at the new fee and confirm again.",
  "withdrawCall.limit.person": "That is more than you may withdraw within 24 hours.",
  "withdrawCall.tooMany":
    "Many of your withdrawals have not been sent yet. Please wait until some have, or cancel some.",
  "withdrawCall.limit.all":
    "More has been withdrawn today than we send out in a day. Please try again tomorrow, or a smaller amount.",
  "withdrawCall.unfit.asset": "This cannot be withdrawn.",
  "withdrawCall.unfit.zero": "Please enter an amount.",
  "withdrawCall.unfit.least": "That is less than can be withdrawn.",
  "withdrawCall.unfit.dust": "The amount is so small that the network would not pass it on.",
  "withdrawCall.unfit.fee": "The fee is higher than any withdrawal may cost.",
  "withdrawCall.entry.full": "Your address book is full: it holds 50 addresses.",
  "withdrawCall.entry.known": "This address is in your address book already.",
  "withdrawCall.entry.label": "Please give the address a name of at most 40 characters.",
  "withdrawCall.entry.asset": "Coins of this kind cannot be withdrawn.",
  "withdrawCall.entry.none": "This address is not in your address book.",
  "withdrawCall.entry.held": "This address is new. For your safety you can withdraw to it 24 hours after you added it.",
  "withdrawCall.entry.kept": "The address was added. You can withdraw to it in 24 hours.",
  "withdrawCall.password.none": "Please set up a withdrawal password first.",
  "withdrawCall.password.wrong": "This is not your withdrawal password.",
  "withdrawCall.password.same":
    "Please choose another password than the one you sign in with, and than the current one.",
  "withdrawCall.password.proofOwed":
    "Please enter your current withdrawal password, the code from our mail, or the code of your authenticator.",
  "withdrawCall.password.set": "Your withdrawal password was saved.",
  "withdrawCall.address.malformed": "This is no address. Please copy it again, whole.",
  "withdrawCall.address.otherChain": "This is an address of {chain}. What is sent there would be lost.",
  "withdrawCall.address.otherNetwork": "This address of {chain} is of another network.",
  "withdrawCall.address.ambiguous": "This old kind of address could be meant for another coin.",
  "withdrawCall.address.tokens": "This address asks for tokens, which we do not have.",
  "withdrawCall.address.confidential": "We cannot send to confidential (MWEB) addresses.",
  "withdrawCall.address.unknownWitness": "We cannot send to this kind of address: the network does not protect it yet.",
  "withdrawCall.address.noPoint": "Nobody could ever spend what is sent to this address.",
  "withdrawCall.address.unpayable": "We cannot send to this kind of address.",
  "withdrawCall.address.own": "This is an address of your own wallet here.",
  "withdrawCall.address.instead": "Did you mean {address}?",
} as const
