import { createPublicKey, type KeyObject, randomBytes } from "node:crypto"
import { Schema } from "effect"
import { decrypt, encrypt } from "#core/kernel"
import { generateHpkeKeyPair, makeHpke, privateKeyOf, publicKeyOf, rawPrivateKey, rawPublicKey } from "./hpke.ts"

const hpke = makeHpke(Buffer.from("quire identity document v1"))
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
const recipients = new WeakMap<Uint8Array, KeyObject>()
const recipientOf = (publicKey: Uint8Array): KeyObject => {
  const imported = recipients.get(publicKey) ?? publicKeyOf(publicKey)
  recipients.set(publicKey, imported)
  return imported
}

/** Generates the key pair of a keeper. */
export const makeKeyPair = (): { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array } => {
  const { privateKey, publicKey } = generateHpkeKeyPair()
  return { privateKey: new Uint8Array(rawPrivateKey(privateKey)), publicKey: new Uint8Array(rawPublicKey(publicKey)) }
}

/** Seals an image with a key of its own, which only the keeper can unwrap. */
export const sealDocument = (
  image: Uint8Array,
  binding: DocumentBinding,
  publicKey: Uint8Array,
): { readonly wrapped: WrappedKey; readonly sealed: Uint8Array } => {
  const key = randomBytes(KEY_BYTES)
  try {
    const associated = associatedOf(binding)
    const wrapped = hpke.seal(recipientOf(publicKey), { plain: key, associated: Buffer.from(associated) })
    return {
      wrapped: { version: VERSION, enc: base64Of(wrapped.enc), sealed: base64Of(wrapped.sealed) },
      sealed: encrypt(key, associated, image),
    }
  } finally {
    key.fill(0)
  }
}

/** Opens a sealed image. Throws if the keys, the binding or any byte differs. */
export const openDocument = (
  { wrapped, sealed }: { readonly wrapped: WrappedKey; readonly sealed: Uint8Array },
  binding: DocumentBinding,
  privateKey: Uint8Array,
): Uint8Array => {
  const associated = associatedOf(binding)
  const message = { enc: Buffer.from(wrapped.enc, "base64"), sealed: Buffer.from(wrapped.sealed, "base64") }
  const own = privateKeyOf(privateKey)
  const key = hpke.open({ privateKey: own, publicKey: createPublicKey(own) }, message, Buffer.from(associated))
  try {
    return decrypt(key, associated, sealed)
  } finally {
    key.fill(0)
  }
}

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")
