import type { RegistrationResponseJSON } from "@simplewebauthn/server"
import { Schema } from "effect"
import { PasskeyAnswer } from "#core/operators"

/** Characters of a passkey's answer in a form. */
const SIGNED_LENGTH_MAX = 20_000

const Registration = Schema.Struct({
  id: Schema.String,
  rawId: Schema.String,
  type: Schema.Literal("public-key"),
  response: Schema.Struct({
    clientDataJSON: Schema.String,
    attestationObject: Schema.String,
    transports: Schema.optionalKey(Schema.Array(Schema.String)),
  }),
  clientExtensionResults: Schema.Struct({}),
})

const parse = (text: string): unknown => {
  if (text.length > SIGNED_LENGTH_MAX) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const decode =
  <A>(schema: Schema.Codec<A, unknown>) =>
  (text: string): A | null => {
    const decoded = Schema.decodeUnknownOption(schema)(parse(text))
    return decoded._tag === "Some" ? decoded.value : null
  }

/** A passkey's signature from a form; null if it is not one. */
export const readSignature = decode(PasskeyAnswer)
const decodeNew = decode(Registration)

/** A new passkey from a form; null if it is not one. */
export const readNewPasskey = (text: string): RegistrationResponseJSON | null => {
  const made = decodeNew(text)
  if (made === null) return null
  const { transports = [], ...response } = made.response
  return { ...made, response: { ...response, transports: [...transports] } }
}

/** The fields of a form as texts. Several boxes of one name are separated by commas. */
export const readFields = async (request: Request): Promise<Readonly<Record<string, string>>> => {
  const fields = new Map<string, string>()
  for (const [name, value] of await request.formData()) {
    if (typeof value !== "string") continue
    const earlier = fields.get(name)
    fields.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(fields)
}

/** A path of the console to return to; the overview for anything else. */
export const ownPath = (to: string | null | undefined): string =>
  to != null && /^\/(?![/\\])[^\s\\]{0,500}$/.test(to) ? to : "/"
