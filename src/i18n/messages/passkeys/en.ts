export const passkeys = {
  "passkeys.title": "Passkeys",
  "passkeys.lead":
    "A passkey signs you in with your fingerprint, your face or your device's code: without a password, and without a second step.",
  "passkeys.name": "Name",
  "passkeys.name.example": "For example: my phone",
  "passkeys.add": "Add a passkey",
  "passkeys.rename": "Rename",
  "passkeys.remove": "Remove",
  "passkeys.added": "Added on {date}",
  "passkeys.used": "used last on {date}",
  "passkeys.use": "Use a passkey",
  "passkeys.failed": "The passkey could not be used. Please try again.",
  "passkeys.refused": "This passkey does not fit.",
  "passkeys.known": "This device has a passkey for your account already.",
  "passkeys.tooMany": "You can have up to {count} passkeys.",
  "passkeys.none": "There is no such passkey.",
  "passkeys.unsupported": "This browser knows no passkeys.",
} as const
