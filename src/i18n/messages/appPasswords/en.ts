export const appPasswords = {
  "appPasswords.title": "App passwords",
  "appPasswords.lead":
    "A reader app signs in with a password of its own, which you can take back without changing yours.",
  "appPasswords.address": "Address for the app",
  "appPasswords.other": "Apps that ask for “FreshRSS” or “Google Reader API” take",
  "appPasswords.userName":
    "The user name is your e-mail address or your user name. A password that is taken back signs its app out at once.",
  "appPasswords.name": "App or device",
  "appPasswords.make": "Make a password",
  "appPasswords.made": "The password for {name}. It is shown only now:",
  "appPasswords.since": "Since {date}",
  "appPasswords.revoke": "Take back",
  "appPasswords.tooMany": "You can have up to {count} app passwords.",
  "appPasswords.none": "There is no such app password.",
} as const
