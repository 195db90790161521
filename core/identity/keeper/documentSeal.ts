import { randomBytes } from "node:crypto"
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256 } from "@hpke/core"
import { Schema } from "effect"
import { decrypt, encrypt } from "#core/kernel"
import { NodeHkdfSha256 } from "./NodeHkdfSha256.ts"

/** HPKE (RFC 9180): X25519, HKDF-SHA256, AES-256-GCM. */
const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new NodeHkdfSha256(), aead: new Aes256Gcm() })
const INFO = Buffer.from("quire identity document v1")
const KEY_BYTES = 32
const VERSION = 1

const Base64 = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/=]{1,400}$/))
/** The key of one document, for the keeper's eyes only. */
export const WrappedKey = Schema.Struct({ version: Schema.Literal(VERSION), enc: Base64, sealed: Base64 })
export type WrappedKey = typeof WrappedKey.Type

/** What a sealed document is bound to, so that no part of it can take the place of another. */
export type DocumentBinding = {
  readonly checkId: string
  readonly personId: string
  readonly docId: string
  readonly kind: string
  readonly side: string
}

const associatedOf = ({ checkId, personId, docId, kind, side }: DocumentBinding): string =>
  ["quire identity", VERSION, checkId, personId, docId, kind, side].join("\n")

/** Imported public keys: a keeper has one, which its client hands out as the same array. */
const recipients = new WeakMap<Uint8Array, Promise<CryptoKey>>()
const recipientOf = (publicKey: Uint8Array): Promise<CryptoKey> => {
  const imported = recipients.get(publicKey) ?? suite.kem.deserializePublicKey(arrayBufferOf(publicKey))
  recipients.set(publicKey, imported)
  return imported
}

/** Generates the key pair of a keeper. */
export const makeKeyPair = async (): Promise<{ readonly privateKey: Uint8Array; readonly publicKey: Uint8Array }> => {
  const pair = await suite.kem.generateKeyPair()
  return {
    privateKey: new Uint8Array(await suite.kem.serializePrivateKey(pair.privateKey)),
    publicKey: new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey)),
  }
}

/** Seals an image with a key of its own, which only the keeper can unwrap. */
export const sealDocument = async (
  image: Uint8Array,
  binding: DocumentBinding,
  publicKey: Uint8Array,
): Promise<{ readonly wrapped: WrappedKey; readonly sealed: Uint8Array }> => {
  const key = randomBytes(KEY_BYTES)
  try {
    const associated = associatedOf(binding)
    const recipientPublicKey = await recipientOf(publicKey)
    // The key pair of this document is generated in a thread, while the image is encrypted.
    const preparing = suite.createSenderContext({ recipientPublicKey, info: arrayBufferOf(INFO) })
    const sealed = encrypt(key, associated, image)
    const sender = await preparing
    const wrapped = await sender.seal(arrayBufferOf(key), arrayBufferOf(Buffer.from(associated)))
    return { wrapped: { version: VERSION, enc: base64Of(sender.enc), sealed: base64Of(wrapped) }, sealed }
  } finally {
    key.fill(0)
  }
}

/** Opens a sealed image. Throws if the keys, the binding or any byte differs. */
export const openDocument = async (
  { wrapped, sealed }: { readonly wrapped: WrappedKey; readonly sealed: Uint8Array },
  binding: DocumentBinding,
  privateKey: Uint8Array,
): Promise<Uint8Array> => {
  const associated = associatedOf(binding)
  const recipient = await suite.createRecipientContext({
    recipientKey: await suite.kem.deserializePrivateKey(arrayBufferOf(privateKey)),
    enc: bytesOf(wrapped.enc),
    info: arrayBufferOf(INFO),
  })
  const key = Buffer.from(await recipient.open(bytesOf(wrapped.sealed), arrayBufferOf(Buffer.from(associated))))
  try {
    return decrypt(key, associated, sealed)
  } finally {
    key.fill(0)
  }
}

const base64Of = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("base64")
const bytesOf = (text: string): ArrayBuffer => arrayBufferOf(Buffer.from(text, "base64"))
/** A copy, because a Buffer may be part of a larger one. */
const arrayBufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
