import { hkdfSync } from "node:crypto"
import { Clock, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { AppConfig, decrypt, encrypt } from "#core/kernel"

/** From the redirect to an issuer until the return, and from there until the link is confirmed. */
export const HANDOFF_MS_MAX = 1_800_000

const KEY_BYTES = 32
const HANDOFF_LENGTH_MAX = 4_000
const ABOUT = "handoff of a third party"

/** An authorization that has started; stored in the browser until it returns. */
export const PendingAuthorization = Schema.TaggedStruct("pending", {
  provider: Schema.String,
  state: Schema.String,
  nonce: Schema.String,
  /** The verifier of PKCE (RFC 7636). */
  verifier: Schema.String,
  /** The member who links an identity; null for a sign-in. */
  personId: Schema.NullOr(Schema.String),
  /** The page to continue to. */
  from: Schema.String,
})
/** A verified identity that may be linked to the account of `ownerId`, once its owner confirms. */
export const ProvenIdentity = Schema.TaggedStruct("proven", {
  provider: Schema.String,
  identityId: Schema.String,
  label: Schema.String,
  ownerId: Schema.String,
})
const Handoff = Schema.Struct({ handoff: Schema.Union([PendingAuthorization, ProvenIdentity]), endsMs: Schema.Finite })
export type Handoff = (typeof Handoff.Type)["handoff"]

/** Encrypts and authenticates handoffs, so that browsers can neither read nor change them. */
export class Handoffs extends Context.Service<
  Handoffs,
  {
    seal(handoff: Handoff): Effect.Effect<string>
    /** Null if it is invalid or expired. */
    open(sealed: string): Effect.Effect<Handoff | null>
  }
>()("core/accounts/Handoffs") {
  static readonly layer = Layer.effect(
    Handoffs,
    Effect.gen(function* () {
      const { masterKey } = yield* AppConfig
      const key = new Uint8Array(hkdfSync("sha256", Redacted.value(masterKey), "", `quire: ${ABOUT}`, KEY_BYTES))

      return Handoffs.of({
        seal: (handoff) =>
          Effect.map(Clock.currentTimeMillis, (nowMs) => {
            const text = JSON.stringify({ handoff, endsMs: nowMs + HANDOFF_MS_MAX })
            return encrypt(key, ABOUT, Buffer.from(text)).toString("base64url")
          }),
        open: (sealed) =>
          Effect.map(Clock.currentTimeMillis, (nowMs) => {
            const read = decode(textOf(key, sealed))
            return Option.isSome(read) && nowMs < read.value.endsMs ? read.value.handoff : null
          }),
      })
    }),
  )
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Handoff))

const textOf = (key: Uint8Array, sealed: string): string => {
  if (sealed.length > HANDOFF_LENGTH_MAX) return ""
  try {
    return decrypt(key, ABOUT, Buffer.from(sealed, "base64url")).toString("utf8")
  } catch {
    // Forged.
    return ""
  }
}
