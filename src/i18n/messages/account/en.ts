export const account = {
  "account.signIn.title": "Sign In",
  "account.signUp.title": "Sign up",
  "account.lead": "You are reading as a guest.",
  "account.limits":
    "You can follow up to 10 feeds and keep 3 groups without an account; they are kept in this browser.",
  "account.stay":
    "They stay here when you close the window, and no other device sees them. Take them along at any time as an OPML file.",
  "account.members": "Subscriptions, messages, the wallet and your settings belong to an account.",
  "account.start": "Read the newsfeed",
  "account.browse": "Find channels to follow",
  "account.back": "Back to where you were",
} as const
