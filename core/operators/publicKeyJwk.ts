import { createHash } from "node:crypto"

/** Members of a COSE key (RFC 9052, 9053) as they come decoded from CBOR. */
type CoseKey = ReadonlyMap<number, number | Uint8Array>

const [KTY, CRV_OR_N, X_OR_E, Y] = [1, -1, -2, -3] as const
const [OKP, EC2, RSA] = [1, 2, 3] as const

/** A passkey's public key as a JSON Web Key, which programs without CBOR read. @param cose base64url */
export const publicKeyJwk = async (cose: string): Promise<Readonly<Record<string, string>>> => {
  const { isoCBOR } = await import("@simplewebauthn/server/helpers")
  const key = isoCBOR.decodeFirst(Uint8Array.from(Buffer.from(cose, "base64url"))) as CoseKey
  const text = (label: number): string => {
    const value = key.get(label)
    if (!(value instanceof Uint8Array)) throw new Error("a passkey of an unknown kind")
    return Buffer.from(value).toString("base64url")
  }
  switch (key.get(KTY)) {
    case EC2:
      return { kty: "EC", crv: "P-256", x: text(X_OR_E), y: text(Y) }
    case OKP:
      return { kty: "OKP", crv: "Ed25519", x: text(X_OR_E) }
    case RSA:
      return { kty: "RSA", n: text(CRV_OR_N), e: text(X_OR_E) }
    default:
      throw new Error("a passkey of an unknown kind")
  }
}

const FINGERPRINT_LENGTH = 16

/** The first 64 bits of the SHA-256 of a JSON Web Key, by which people compare keys. */
export const keyFingerprint = (key: Readonly<Record<string, string>>): string =>
  createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, FINGERPRINT_LENGTH)
