import type { RegistrationResponseJSON } from "@simplewebauthn/server"
import { Schema } from "effect"
import { EMBARGO_DAYS, type EmbargoDays, PasskeyAnswer } from "#core/operators"
import { readBody } from "../api/readBody.ts"

/** Bytes of a form without files: a macro has four texts of 8,000 characters, each up to 12 bytes as sent. */
const FORM_BYTES_MAX = 400_000
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

export type Fields = Readonly<Record<string, string>>

/** The fields of a form as texts; none if it is longer than the limit. Several boxes of one name are separated by commas. */
export const readFields = async (request: Request, bytesMax = FORM_BYTES_MAX): Promise<Fields> =>
  fieldsOf(await readFormData(request, bytesMax))

/** The fields of a form and the files that were chosen in it; null if it is longer than the limit. */
export const readFieldsAndFiles = async (
  request: Request,
  bytesMax: number,
): Promise<{ readonly fields: Fields; readonly files: ReadonlyArray<File> } | null> => {
  const form = await readFormData(request, bytesMax)
  if (form === null) return null
  const files = [...form].flatMap(([, value]) => (typeof value !== "string" && value.size > 0 ? [value] : []))
  return { fields: fieldsOf(form), files }
}

/** No more than the limit is ever read. */
const readFormData = async (request: Request, bytesMax: number): Promise<FormData | null> => {
  const body = await readBody(request, bytesMax)
  if (body === "too-large") return null
  const headers = { "content-type": request.headers.get("content-type") ?? "" }
  return new Response(body, { headers }).formData().catch(() => null)
}

const fieldsOf = (form: FormData | null): Fields => {
  const fields = new Map<string, string>()
  for (const [name, value] of form ?? []) {
    if (typeof value !== "string") continue
    const earlier = fields.get(name)
    fields.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(fields)
}

/** The embargo of a look; none unless it is one of the offered times. */
export const readEmbargo = ({ embargoDays = "" }: Fields): EmbargoDays =>
  EMBARGO_DAYS.find((days) => String(days) === embargoDays) ?? 0

/** A path of the console to return to; the overview for anything else. */
export const ownPath = (to: string | null | undefined): string =>
  to != null && /^\/(?![/\\])[^\s\\]{0,500}$/.test(to) ? to : "/"
