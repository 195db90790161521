import { Schema } from "effect"

/** Passkeys that a person may have: a few for each of their devices. */
export const PASSKEYS_MAX = 30

/** What came back from the browser proves nothing: not our challenge, another site's, or a key that nobody has here. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {}) {
  get messageKey(): "passkeys.refused" {
    return "passkeys.refused"
  }
}

/** This authenticator's passkey is there already. */
export class PasskeyKnown extends Schema.TaggedError<PasskeyKnown>()("PasskeyKnown", {}) {
  get messageKey(): "passkeys.known" {
    return "passkeys.known"
  }
}

/** The person has as many passkeys as one may have. */
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
