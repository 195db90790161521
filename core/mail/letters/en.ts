import type { LetterBook } from "./LetterBook.ts"

export const en: LetterBook = {
  letters: {
    activation: {
      subject: "Confirm your e-mail address",
      lead: "Welcome to Quire. Enter this code, or open the link, to confirm that this address is yours.",
      action: "Confirm my address",
      note: "If you did not sign up, ignore this message. Nothing happens without the code.",
    },
    signIn: {
      subject: "Your sign-in code",
      lead: "Enter this code, or open the link, to sign in.",
      action: "Sign in",
      note: "If you did not ask for it, ignore this message, and pass the code on to nobody.",
    },
    reset: {
      subject: "Choose a new password",
      lead: "Enter this code, or open the link, to choose a new password.",
      action: "Choose a new password",
      note: "If you did not ask for it, ignore this message. Your password stays as it is.",
    },
    password: {
      subject: "Confirm your new password",
      lead: "Enter this code to confirm that your password is to change.",
      note: "If you did not ask for it, somebody else may be signed in to your account: change your password and sign out everywhere.",
    },
    preference: {
      subject: "Confirm a change of your account’s protection",
      lead: "Enter this code to confirm the change of your two-step verification.",
      note: "If you did not ask for it, somebody else may be signed in to your account: change your password and sign out everywhere.",
    },
    untiefa: {
      subject: "Remove two-step verification",
      lead: "Enter this code, or open the link, to have two-step verification removed. It takes 72 hours and can be cancelled until then.",
      action: "Remove two-step verification",
      note: "If you did not ask for it, ignore this message and change your password. Nothing happens without the code.",
    },
    addressTried: {
      subject: "You already have an account",
      lead: "Somebody, probably you, tried to sign up with this address. It has an account already: sign in, or choose a new password if you forgot yours.",
      action: "Sign in",
      note: "If it was not you, there is nothing to do. Nobody was told that you have an account.",
    },
    passwordChanged: {
      subject: "Your password was changed",
      lead: "The password of your account was changed, and every other device was signed out.",
      action: "Choose a new password",
      note: "If it was not you, choose a new password at once.",
    },
    newDevice: {
      subject: "Your account was signed in to",
      lead: "Somebody signed in to your account with a browser that had not done so before.",
      action: "See where I am signed in",
      note: "If it was not you, sign out everywhere and change your password.",
    },
    accountDeleted: {
      subject: "Your account was deleted",
      lead: "Your account and everything that belonged to it were deleted for good. Thank you for having read with us.",
      note: "If it was not you, answer this message.",
    },
    stepOn: {
      subject: "Two-step verification is on",
      lead: "From now on, signing in to your account takes a second step.",
      action: "See how I sign in",
      note: "If it was not you, use the link to remove it, and change your password.",
    },
    stepOff: {
      subject: "Two-step verification is off",
      lead: "Signing in to your account takes one step again.",
      action: "Turn it on again",
      note: "If it was not you, change your password and turn it on again.",
    },
    stepRemovalAsked: {
      subject: "Your second step will be removed in 72 hours",
      lead: "Somebody who reads your mail asked to remove the second step of your account. It is removed 72 hours after that, unless you cancel it.",
      action: "Keep my second step",
      note: "If it was not you, cancel it, and change the passwords of your account and of your mailbox.",
    },
    passkeyAdded: {
      subject: "A passkey was added to your account",
      lead: "From now on, somebody who has this passkey can sign in to your account with it.",
      action: "See how I sign in",
      note: "If it was not you, remove it, sign out everywhere and change your password.",
    },
    appPasswordMade: {
      subject: "An app password was made for your account",
      lead: "A reader app can read with this password what you follow. It cannot change your account.",
      action: "See my app passwords",
      note: "If it was not you, take it back, sign out everywhere and change your password.",
    },
    identityLinked: {
      subject: "Another account now signs you in",
      lead: "From now on, somebody who is signed in to the account named below can sign in to yours with it.",
      action: "See how I sign in",
      note: "If it was not you, remove it, sign out everywhere and change your password.",
    },
  },
  lives: "The code is good for {time} and works once.",
  at: "Time: {time}",
  device: "Browser: {device}",
  name: "Name: {name}",
  footer: "Quire, a portal for independent media",
}
