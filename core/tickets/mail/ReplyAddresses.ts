import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import { TICKET_NUMBER } from "../ticketRules.ts"

const KEY_BYTES = 32
const MAC_BYTES = 12
/** Lower case, because some servers change the case of local parts. */
const LOCAL_PART = /^(t[0-9a-hjkmnp-tv-z]{8})-([0-9a-f]{24})$/

/**
 * Addresses for replies by mail: the number of a ticket with a MAC of it. Only who got mail about a ticket knows its
 * address. Nothing is stored, so an address works as long as the mail exists.
 */
export class ReplyAddresses extends Context.Service<
  ReplyAddresses,
  {
    /** Null if no mail is received here. */
    of(number: string): string | null
    /** The number of the ticket; null for an address that we did not make. */
    read(address: string): string | null
  }
>()("core/tickets/ReplyAddresses") {
  static layerOf(masterKey: Uint8Array, domain: string | null) {
    return Layer.succeed(ReplyAddresses, make(masterKey, domain))
  }
  static readonly layer = Layer.effect(
    ReplyAddresses,
    Effect.map(AppConfig, ({ masterKey, bounceDomain, bouncePort }) =>
      make(Redacted.value(masterKey), bouncePort === undefined ? null : (bounceDomain ?? null)),
    ),
  )
}

const make = (masterKey: Uint8Array, domain: string | null) => {
  const key = Buffer.from(hkdfSync("sha256", masterKey, "", "quire: tickets: reply addresses", KEY_BYTES))
  const macOf = (number: string) => createHmac("sha256", key).update(number).digest().subarray(0, MAC_BYTES)
  return ReplyAddresses.of({
    of: (number) => (domain === null ? null : `${number.toLowerCase()}-${macOf(number).toString("hex")}@${domain}`),
    read: (address) => {
      const at = address.lastIndexOf("@")
      if (domain === null || address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return null
      const [, number = "", mac = ""] = LOCAL_PART.exec(address.slice(0, at).toLowerCase()) ?? []
      const ticket = number.toUpperCase()
      return TICKET_NUMBER.test(ticket) && timingSafeEqual(Buffer.from(mac, "hex"), macOf(ticket)) ? ticket : null
    },
  })
}
