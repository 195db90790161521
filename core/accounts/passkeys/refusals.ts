import { Schema } from "effect"

/** Passkeys that a person may have: a few for each of their devices. */
export const PASSKEYS_MAX = 30

/** The response is invalid: wrong challenge, other site or unknown key. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {}) {
  get messageKey(): "passkeys.refused" {
    return "passkeys.refused"
  }
}

/** The passkey was already added. */
export class PasskeyKnown extends Schema.TaggedError<PasskeyKnown>()("PasskeyKnown", {}) {
  get messageKey(): "passkeys.known" {
    return "passkeys.known"
  }
}

/** The person has reached the maximum number of passkeys. */
export class TooManyPasskeys extends Schema.TaggedError<TooManyPasskeys>()("TooManyPasskeys", {}) {
  get messageKey(): "passkeys.tooMany" {
    return "passkeys.tooMany"
  }
  get count(): number {
    return PASSKEYS_MAX
  }
}

/** The person has no passkey with this id. */
export class NoPasskey extends Schema.TaggedError<NoPasskey>()("NoPasskey", {}) {
  get messageKey(): "passkeys.none" {
    return "passkeys.none"
  }
}
