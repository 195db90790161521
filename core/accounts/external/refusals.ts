import { Schema } from "effect"

const WHY = ["unknown", "failed", "unverified", "taken", "noAccount", "tooMany", "signInAgain", "none"] as const

/**
 * Nobody is signed in or linked through a third party. `unknown`: no such issuer is configured. `failed`: what came back
 * proves nothing. `unverified`: the issuer does not vouch for the address. `taken`: the identity is another account's.
 * `noAccount`: new accounts need an invitation here. `signInAgain`: the session is too old to link. `none`: not linked.
 */
export class ThirdPartyRefused extends Schema.TaggedError<ThirdPartyRefused>()("ThirdPartyRefused", {
  why: Schema.Literals(WHY),
}) {
  get messageKey(): `thirdParty.${(typeof WHY)[number]}` {
    return `thirdParty.${this.why}`
  }
}
