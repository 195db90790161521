import { Schema } from "effect"

const WHY = ["unknown", "failed", "unverified", "taken", "noAccount", "tooMany", "signInAgain", "none"] as const

/**
 * Sign-in or linking through a third party failed. `unknown`: the issuer is not configured. `failed`: the response is
 * invalid. `unverified`: the issuer has not verified the address. `taken`: the identity is linked to another account.
 * `noAccount`: new accounts need an invitation. `signInAgain`: the session is too old to link. `none`: not linked.
 */
export class ThirdPartyRefused extends Schema.TaggedError<ThirdPartyRefused>()("ThirdPartyRefused", {
  why: Schema.Literals(WHY),
}) {
  get messageKey(): `thirdParty.${(typeof WHY)[number]}` {
    return `thirdParty.${this.why}`
  }
}
