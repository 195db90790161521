export const appPasswords = {
  "appPasswords.title": "App passwords",
  "appPasswords.lead":
    "A reader app signs in with a password of its own, which you can take back without changing yours.",
  "appPasswords.name": "App or device",
  "appPasswords.make": "Make a password",
  "appPasswords.made": "The password for {name}. It is shown only now:",
  "appPasswords.since": "Since {date}",
  "appPasswords.revoke": "Take back",
  "appPasswords.tooMany": "You can have up to {count} app passwords.",
  "appPasswords.none": "There is no such app password.",
} as const
