import { hkdfSync } from "node:crypto"
import { Clock, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { AppConfig, decrypt, encrypt } from "#core/kernel"

/** From the redirect to an issuer until the return, and from there until the link is confirmed. */
export const TICKET_MS_MAX = 1_800_000

const KEY_BYTES = 32
const TICKET_LENGTH_MAX = 4_000
const ABOUT = "ticket of a third party"

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
const Ticket = Schema.Struct({ ticket: Schema.Union([PendingAuthorization, ProvenIdentity]), endsMs: Schema.Finite })
export type Ticket = (typeof Ticket.Type)["ticket"]

/** Encrypts and authenticates tickets, so that browsers can neither read nor change them. */
export class Tickets extends Context.Service<
  Tickets,
  {
    seal(ticket: Ticket): Effect.Effect<string>
    /** Null if it is invalid or expired. */
    open(sealed: string): Effect.Effect<Ticket | null>
  }
>()("core/accounts/Tickets") {
  static readonly layer = Layer.effect(
    Tickets,
    Effect.gen(function* () {
      const { masterKey } = yield* AppConfig
      const key = new Uint8Array(hkdfSync("sha256", Redacted.value(masterKey), "", `quire: ${ABOUT}`, KEY_BYTES))

      return Tickets.of({
        seal: (ticket) =>
          Effect.map(Clock.currentTimeMillis, (nowMs) => {
            const text = JSON.stringify({ ticket, endsMs: nowMs + TICKET_MS_MAX })
            return encrypt(key, ABOUT, Buffer.from(text)).toString("base64url")
          }),
        open: (sealed) =>
          Effect.map(Clock.currentTimeMillis, (nowMs) => {
            const read = decode(textOf(key, sealed))
            return Option.isSome(read) && nowMs < read.value.endsMs ? read.value.ticket : null
          }),
      })
    }),
  )
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Ticket))

const textOf = (key: Uint8Array, sealed: string): string => {
  if (sealed.length > TICKET_LENGTH_MAX) return ""
  try {
    return decrypt(key, ABOUT, Buffer.from(sealed, "base64url")).toString("utf8")
  } catch {
    // Forged.
    return ""
  }
}
