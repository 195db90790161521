import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Schema } from "effect"
import { EMBARGO_DAYS, PasskeyAnswer } from "#core/operators"
import { DOCUMENT_BYTES_MAX } from "../contract.ts"
import { OPENING_REFUSALS } from "../refusals.ts"
import { WrappedKey } from "./documentSeal.ts"

/** Maximum characters of one line between the product and the keeper: an image in base64. */
export const LINE_LENGTH_MAX = DOCUMENT_BYTES_MAX * 3

const Id = Schema.String.check(Schema.isMaxLength(36))
const Text = Schema.String.check(Schema.isMaxLength(600))
const numbered = { id: Schema.Int }
const document = { ...numbered, checkId: Id, docId: Id }

/** The first line of the keeper. */
export const Greeting = Schema.Struct({ nonce: Schema.String, publicKey: Schema.String })
/** The first line of a caller. */
export const Hello = Schema.Struct({ mac: Schema.String.check(Schema.isMaxLength(64)) })

export const Question = Schema.Union([
  Schema.Struct({ ...numbered, ask: Schema.Literal("put"), docId: Id, wrapped: WrappedKey }),
  Schema.Struct({ ...document, ask: Schema.Literal("shred") }),
  Schema.Struct({ ...numbered, ask: Schema.Literal("list"), beforeMs: Schema.Number }),
  /** The owner's preview; the session is the proof. */
  Schema.Struct({ ...document, ask: Schema.Literal("preview"), token: Text }),
  /** A look of a reviewer; the signature of their passkey is the proof. */
  Schema.Struct({
    ...document,
    ask: Schema.Literal("open"),
    operatorId: Id,
    reason: Text,
    embargoDays: Schema.Literals(EMBARGO_DAYS),
    lookId: Id,
    madeMs: Schema.Int,
    signed: PasskeyAnswer,
  }),
])
export type Question = typeof Question.Type
/** A look that an operator signed with a passkey. */
export type OperatorLook = Omit<Extract<Question, { readonly ask: "open" }>, "id" | "ask">

export const Answer = Schema.Union([
  Schema.Struct({ id: Schema.Int, done: Schema.Boolean }),
  Schema.Struct({ id: Schema.Int, docIds: Schema.Array(Schema.String) }),
  Schema.Struct({ id: Schema.Int, image: Schema.String }),
  Schema.Struct({ id: Schema.Int, refused: Schema.Literals(OPENING_REFUSALS) }),
])
export type Answer = typeof Answer.Type

/** What the site's processes show to the keeper, derived from the master key. It opens nothing by itself. */
export const siteKeyOf = (masterKey: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", masterKey, "", "quire: the site at the keeper", 32))

/** The answer to a nonce that proves a key without sending it. */
export const macOf = (key: Uint8Array, nonce: string): string =>
  createHmac("sha256", key).update(`site\n${nonce}`).digest("base64")

export const isMac = (mac: string, key: Uint8Array, nonce: string): boolean => {
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(key, nonce))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
