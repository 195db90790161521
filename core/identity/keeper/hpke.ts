import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto"

/**
 * HPKE in base mode for one message (RFC 9180): DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-GCM. It uses Node's own
 * cryptography at once: WebCrypto waits for a thread for each of the dozen small steps.
 */

/** The AEADs by their ids (RFC 9180, section 7.3). Documents use AES-256-GCM; the vectors of the RFC are for AES-128-GCM. */
const AEADS = {
  "aes-128-gcm": { id: 1, keyBytes: 16 },
  "aes-256-gcm": { id: 2, keyBytes: 32 },
} as const
type Aead = keyof typeof AEADS

const HASH_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MODE_BASE = Buffer.of(0)
const EMPTY = Buffer.alloc(0)
const VERSION = Buffer.from("HPKE-v1")
/** KEM id 0x0020: DHKEM(X25519, HKDF-SHA256). */
const KEM_SUITE = Buffer.concat([Buffer.from("KEM"), Buffer.of(0, 0x20)])
/** The bytes in front of a raw private key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b656e04220420", "hex")

/** A key pair of X25519. */
export type HpkeKeyPair = { readonly privateKey: KeyObject; readonly publicKey: KeyObject }

export const generateHpkeKeyPair = (): HpkeKeyPair => generateKeyPairSync("x25519")

/** @param raw 32 bytes */
export const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: { kty: "OKP", crv: "X25519", x: Buffer.from(raw).toString("base64url") }, format: "jwk" })

/** @param raw 32 bytes */
export const privateKeyOf = (raw: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, raw]), format: "der", type: "pkcs8" })

/** As a JWK, which takes a fraction of the time of DER. */
export const rawPublicKey = (key: KeyObject): Buffer => Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url")

export const rawPrivateKey = (key: KeyObject): Buffer =>
  key.export({ format: "der", type: "pkcs8" }).subarray(PKCS8_PREFIX.length)

export type HpkeMessage = { readonly enc: Uint8Array; readonly sealed: Uint8Array }

/**
 * HPKE for one purpose.
 * @param info what the messages are for; they open with the same text only
 */
export const makeHpke = (info: Uint8Array, aead: Aead = "aes-256-gcm") => {
  const scheduleKey = keySchedule(info, aead)
  /** Derives the key of a message, and overwrites every secret afterwards: a dump of the process must not open it. */
  const withKey = <A>(
    dh: Buffer,
    enc: Uint8Array,
    recipient: Uint8Array,
    use: (key: Uint8Array, nonce: Uint8Array) => A,
  ): A => {
    const shared = sharedSecretOf(dh, enc, recipient)
    const { secret, key, nonce } = scheduleKey(shared)
    try {
      return use(key, nonce)
    } finally {
      for (const each of [dh, shared, secret, key]) each.fill(0)
    }
  }
  return {
    /**
     * Encrypts a message for the owner of a public key.
     * @param ephemeral a new key pair for each message
     */
    seal: (
      recipient: KeyObject,
      { plain, associated }: { readonly plain: Uint8Array; readonly associated: Uint8Array },
      ephemeral: HpkeKeyPair = generateHpkeKeyPair(),
    ): HpkeMessage => {
      const enc = rawPublicKey(ephemeral.publicKey)
      const dh = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipient })
      return withKey(dh, enc, rawPublicKey(recipient), (key, nonce) => {
        const cipher = createCipheriv(aead, key, nonce).setAAD(associated)
        return { enc, sealed: Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]) }
      })
    },
    /** Decrypts a message. Throws if the key, the info, the associated text or any byte differs. */
    open: ({ privateKey, publicKey }: HpkeKeyPair, { enc, sealed }: HpkeMessage, associated: Uint8Array): Buffer => {
      // OpenSSL refuses public keys of low order, with which the secret would be zero (RFC 7748, section 6.1).
      const dh = diffieHellman({ privateKey, publicKey: publicKeyOf(enc) })
      const tagAt = sealed.length - TAG_BYTES
      if (tagAt < 0) throw new Error(`${sealed.length} bytes are too few to be a sealed message`)
      return withKey(dh, enc, rawPublicKey(publicKey), (key, nonce) => {
        const decipher = createDecipheriv(aead, key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(associated)
          .setAuthTag(sealed.subarray(tagAt))
        return Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()])
      })
    },
  }
}

/** ExtractAndExpand of the KEM (section 4.1). */
const sharedSecretOf = (dh: Uint8Array, enc: Uint8Array, recipient: Uint8Array): Buffer => {
  const secret = labeledExtract(KEM_SUITE, EMPTY, "eae_prk", dh)
  const shared = labeledExpand(KEM_SUITE, secret, "shared_secret", Buffer.concat([enc, recipient]), HASH_BYTES)
  secret.fill(0)
  return shared
}

/** KeySchedule in base mode (section 5.1), for the first and only message. */
const keySchedule = (info: Uint8Array, aead: Aead) => {
  const { id, keyBytes } = AEADS[aead]
  const suite = Buffer.concat([Buffer.from("HPKE"), Buffer.of(0, 0x20, 0, 1, 0, id)])
  const context = Buffer.concat([
    MODE_BASE,
    labeledExtract(suite, EMPTY, "psk_id_hash", EMPTY),
    labeledExtract(suite, EMPTY, "info_hash", info),
  ])
  return (shared: Uint8Array) => {
    const secret = labeledExtract(suite, shared, "secret", EMPTY)
    return {
      secret,
      key: labeledExpand(suite, secret, "key", context, keyBytes),
      nonce: labeledExpand(suite, secret, "base_nonce", context, NONCE_BYTES),
    }
  }
}

const labeledExtract = (suite: Uint8Array, salt: Uint8Array, label: string, input: Uint8Array): Buffer =>
  createHmac("sha256", salt).update(VERSION).update(suite).update(label).update(input).digest()

/** HKDF-Expand for at most one block of the hash. */
const labeledExpand = (suite: Uint8Array, key: Uint8Array, label: string, info: Uint8Array, bytes: number): Buffer =>
  createHmac("sha256", key)
    .update(Buffer.of(0, bytes))
    .update(VERSION)
    .update(suite)
    .update(label)
    .update(info)
    .update(Buffer.of(1))
    .digest()
    .subarray(0, bytes)
