import { createHash } from "node:crypto"
import { Effect } from "effect"
import { ReaderAppTokens } from "#core/accounts"
import { jsonResponse, type ReaderHandler, ReaderRefusal, textResponse, tooManyRequests } from "./ReaderCall.ts"

/** Characters of a name and of a password. */
const FIELD_LENGTH_MAX = 400
/** Characters of a write token, as Google's had. */
const WRITE_TOKEN_LENGTH = 57

/** Signs an app in with name and app password. Answers three lines of text, of which apps read the last, or JSON. */
export const clientLogin = Effect.fn("clientLogin")(function* (form: URLSearchParams, address: string) {
  const [name, password] = [form.get("Email") ?? "", form.get("Passwd") ?? ""]
  if (Math.max(name.length, password.length) > FIELD_LENGTH_MAX || name.trim() === "" || password === "")
    return yield* WRONG
  const token = yield* ReaderAppTokens.use((apps) => apps.signIn(name, password, address)).pipe(
    Effect.mapError((error) => {
      if (error._tag === "WrongCredentials") return WRONG
      return error._tag === "TooOften" ? tooManyRequests(error.seconds) : BUSY
    }),
  )
  return form.get("output") === "json"
    ? jsonResponse({ SID: token, LSID: token, Auth: token })
    : textResponse(`SID=${token}\nLSID=${token}\nAuth=${token}\n`)
})

const WRONG = new ReaderRefusal({ status: 401, text: "Error=BadAuthentication\n" })
const BUSY = new ReaderRefusal({ status: 503, text: "Error=ServiceUnavailable\n" })

/**
 * The token that apps fetch before they write, derived from their sign-in token. It is no protection, because browsers never
 * send that token on their own; but an app that signed in again must notice that its write token is outdated.
 */
export const writeToken = (auth: string): string =>
  createHash("sha512").update(`write\n${auth}`).digest("base64url").slice(0, WRITE_TOKEN_LENGTH)

/** Accepts writes with the right token, and without any, as some apps send them; a wrong token must be fetched again. */
export const requireWriteToken =
  (handler: ReaderHandler): ReaderHandler =>
  (call) => {
    const given = call.params.one("T")?.trim() ?? ""
    if (given === "" || given === "x" || given === writeToken(call.auth)) return handler(call)
    return Effect.fail(
      new ReaderRefusal({ status: 401, text: "Unauthorized", headers: { "x-reader-google-bad-token": "true" } }),
    )
  }
