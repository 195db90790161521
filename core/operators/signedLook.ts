import { createHash } from "node:crypto"
import { Schema } from "effect"
import { formatIso } from "#core/kernel"

/** How long a signed look can be used. */
export const LOOK_MS_MAX = 300_000

/** What an operator wants to look at and why: all of it is bound to the passkey's signature. */
export type Look = {
  /** A new id for each look, so that a signature opens something once. */
  readonly lookId: string
  readonly operatorId: string
  /** What, such as a check and a document. */
  readonly about: Readonly<Record<string, string>>
  readonly reason: string
  readonly madeMs: number
}

/**
 * Days for which the person does not see a look at their data; 0 for none. Laws against money laundering forbid to warn the
 * person of an investigation. Afterwards they see it like every other look.
 */
export const EMBARGO_DAYS = [0, 30, 90, 180] as const
export type EmbargoDays = (typeof EMBARGO_DAYS)[number]
const DAY_MS = 86_400_000

/** What is looked at, with the embargo, so that the signature binds it as well. */
export const aboutUnderEmbargo = (about: Look["about"], days: EmbargoDays): Look["about"] =>
  days === 0 ? about : { ...about, embargoDays: String(days) }

/** When the person sees a look of now: ISO 8601 in UTC, null for at once. */
export const embargoEnd = (days: EmbargoDays, nowMs: number): string | null =>
  days === 0 ? null : formatIso(nowMs + days * DAY_MS)

/** SHA-256 of a look as canonical JSON: the challenge that a passkey signs. */
export const digestOfLook = ({ lookId, operatorId, about, reason, madeMs }: Look): Uint8Array<ArrayBuffer> => {
  const what = Object.entries(about).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify(["quire look v1", lookId, operatorId, what, reason, madeMs])
  return Uint8Array.from(createHash("sha256").update(text).digest())
}

/** The answer of a passkey, as browsers give it. */
export const PasskeyAnswer = Schema.Struct({
  id: Schema.String,
  rawId: Schema.String,
  type: Schema.Literal("public-key"),
  response: Schema.Struct({
    clientDataJSON: Schema.String,
    authenticatorData: Schema.String,
    signature: Schema.String,
    userHandle: Schema.optionalKey(Schema.String),
  }),
  clientExtensionResults: Schema.Struct({}),
})
export type PasskeyAnswer = typeof PasskeyAnswer.Type

/** What stays in the log of a signed look: with the passkey's public key, anybody can verify it. */
export const LookEvidence = Schema.Struct({
  lookId: Schema.String,
  passkeyId: Schema.String,
  madeAt: Schema.String,
  authenticatorData: Schema.String,
  clientData: Schema.String,
  signature: Schema.String,
})
export type LookEvidence = typeof LookEvidence.Type
