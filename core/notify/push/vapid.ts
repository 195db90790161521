import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from "node:crypto"
import { CURVE } from "./encrypt.ts"

/** The order of P-256 (NIST SP 800-186, 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** More than the key needs, so that no private key is likelier than another (FIPS 186-5, A.2.1). */
const SEED_BYTES = 40
const KEY_BYTES = 32
/** A token may live for a day (RFC 8292, 2); half of that leaves room for clocks that differ. */
const TOKEN_SECONDS = 43_200
/** A token is used until so long before it ends. */
const SPARE_SECONDS = 3_600
/** Push services that tokens are kept for; there are a handful. */
const TOKENS_MAX = 100

export type VapidKeys = { readonly publicKey: string; readonly privateKey: KeyObject }

/**
 * The key pair by which push services know this installation (RFC 8292). It follows from the master key, which every
 * process of the installation has and operators keep anyway: nothing more to store, to share or to lose.
 */
export const vapidKeysOf = (masterKey: Uint8Array): VapidKeys => {
  const seed = Buffer.from(hkdfSync("sha256", masterKey, "", "quire: key for push services", SEED_BYTES))
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, "0"), "hex")
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(d)
  const point = ecdh.getPublicKey()
  const key = {
    kty: "EC",
    crv: "P-256",
    d: d.toString("base64url"),
    x: point.subarray(1, 1 + KEY_BYTES).toString("base64url"),
    y: point.subarray(1 + KEY_BYTES).toString("base64url"),
  }
  return { publicKey: point.toString("base64url"), privateKey: createPrivateKey({ key, format: "jwk" }) }
}

/**
 * Makes the Authorization header for a push service; one token serves for hours.
 *
 * @param subject how the operator of the service reaches ours: `mailto:` or `https:`
 */
export const authorizer = ({ publicKey, privateKey }: VapidKeys, subject: string) => {
  const tokens = new Map<string, { readonly token: string; readonly untilSeconds: number }>()
  return (endpoint: string, nowMs: number): string => {
    const { origin } = new URL(endpoint)
    const nowSeconds = Math.floor(nowMs / 1_000)
    const kept = tokens.get(origin)
    if (kept !== undefined && kept.untilSeconds > nowSeconds) return headerOf(kept.token)
    const claims = { aud: origin, exp: nowSeconds + TOKEN_SECONDS, sub: subject }
    const signed = `${partOf({ typ: "JWT", alg: "ES256" })}.${partOf(claims)}`
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" })
    const token = `${signed}.${signature.toString("base64url")}`
    if (tokens.size >= TOKENS_MAX) tokens.clear()
    tokens.set(origin, { token, untilSeconds: nowSeconds + TOKEN_SECONDS - SPARE_SECONDS })
    return headerOf(token)
  }
  function headerOf(token: string): string {
    return `vapid t=${token}, k=${publicKey}`
  }
}

const partOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")
