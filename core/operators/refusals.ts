import { Schema } from "effect"

/** There is no such operator, invitation or passkey. */
export class NoOperator extends Schema.TaggedError<NoOperator>()("NoOperator", {}) {
  get messageKey(): "operators.none" {
    return "operators.none"
  }
}

/** The signature is not by a passkey of an active operator, or its challenge is used or too old. */
export class SignatureRefused extends Schema.TaggedError<SignatureRefused>()("SignatureRefused", {}) {
  get messageKey(): "operators.signatureRefused" {
    return "operators.signatureRefused"
  }
}

/** The operator already has as many passkeys as an operator may have, or this one. */
export class PasskeyNotAdded extends Schema.TaggedError<PasskeyNotAdded>()("PasskeyNotAdded", {
  problem: Schema.Literals(["known", "many"]),
}) {
  get messageKey(): `operators.passkey.${"known" | "many"}` {
    return `operators.passkey.${this.problem}`
  }
}

const FORBIDDEN = [
  "permission",
  "passkeys",
  "oneself",
  "beyondOwn",
  "apart",
  "lastKeyHolders",
  "ownAccount",
  "lastPasskeys",
  "proposed",
  "console",
  "forOther",
  "unreviewed",
] as const

/** The operator may not do this. */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", {
  problem: Schema.Literals(FORBIDDEN),
}) {
  get messageKey(): `operators.notAllowed.${(typeof FORBIDDEN)[number]}` {
    return `operators.notAllowed.${this.problem}`
  }
}

/** No terminal waits with this code: it was mistyped, used, or is older than ten minutes. */
export class NoTerminal extends Schema.TaggedError<NoTerminal>()("NoTerminal", {}) {
  get messageKey(): "operators.noTerminal" {
    return "operators.noTerminal"
  }
}

/** As many terminals wait as may. */
export class TooManyTerminals extends Schema.TaggedError<TooManyTerminals>()("TooManyTerminals", {}) {}

/** The role is already held, or not held. */
export class NothingToChange extends Schema.TaggedError<NothingToChange>()("NothingToChange", {}) {
  get messageKey(): "operators.nothingToChange" {
    return "operators.nothingToChange"
  }
}
