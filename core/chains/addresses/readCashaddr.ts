import { decodeCashAddressNonStandard, encodeCashAddressFormat, encodeCashAddressVersionByte } from "@bitauth/libauth"
import { Result } from "effect"
import type { Network } from "../networks.ts"
import type { Address } from "./Address.ts"
import { AddressRefused } from "./refusals.ts"
import { p2pkhScript, p2shScript } from "./scripts.ts"

const HASH_BYTES = 20
/** Type bits of the version byte: those of the specification, and the same two with tokens (CHIP-2022-02). */
const P2PKH = 0
const P2SH = 1
const WITH_TOKENS = 2

/**
 * Parses a cashaddr, with or without its prefix: a key or script hash of 20 bytes. Other well-formed addresses are
 * refused with a reason.
 * @returns undefined if the text is not an address of this network
 */
export function readCashaddr(network: Network, text: string): Result.Result<Address, AddressRefused> | undefined {
  if (network.cashPrefix === null) return undefined
  // Mixed case is refused because it indicates damage (specification, "Uppercase/lowercase").
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined
  const lower = text.toLowerCase()
  const whole = lower.includes(":") ? lower : `${network.cashPrefix}:${lower}`
  const decoded = decodeCashAddressNonStandard(whole)
  if (typeof decoded === "string" || decoded.prefix !== network.cashPrefix) return undefined
  const { payload, typeBits } = decoded
  if (payload.length !== HASH_BYTES || typeBits > WITH_TOKENS + P2SH) {
    return Result.fail(new AddressRefused({ reason: "unpayable" }))
  }
  if (typeBits >= WITH_TOKENS) {
    const type = typeBits - WITH_TOKENS === P2PKH ? "p2pkh" : "p2sh"
    return Result.fail(
      new AddressRefused({ reason: "tokens", instead: writeCashaddr(network.cashPrefix, type, payload) }),
    )
  }
  return Result.succeed(
    typeBits === P2PKH
      ? { text: whole, type: "p2pkh", script: p2pkhScript(payload) }
      : { text: whole, type: "p2sh", script: p2shScript(payload) },
  )
}

/** Encodes a hash of 20 bytes as a cashaddr with its prefix. */
export function writeCashaddr(prefix: string, type: "p2pkh" | "p2sh", hash: Uint8Array): string {
  const version = encodeCashAddressVersionByte(type === "p2pkh" ? P2PKH : P2SH, HASH_BYTES)
  return encodeCashAddressFormat({ prefix, version, payload: hash }).address
}
