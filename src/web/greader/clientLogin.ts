import { Effect } from "effect"
import { ReaderApps } from "#core/accounts"
import { jsonAnswer, Refused, textAnswer, tooOften } from "./Call.ts"

/** Characters of a name and of a password; longer ones are nobody's. */
const FIELD_LENGTH_MAX = 400

/** Signs an app in: three lines of text, of which apps read the last, or JSON. */
export const clientLogin = Effect.fn("clientLogin")(function* (form: URLSearchParams, address: string) {
  const [name, password] = [form.get("Email") ?? "", form.get("Passwd") ?? ""]
  if (Math.max(name.length, password.length) > FIELD_LENGTH_MAX || name.trim() === "" || password === "")
    return yield* WRONG
  const token = yield* ReaderApps.use((apps) => apps.signIn(name, password, address)).pipe(
    Effect.mapError((why) => {
      if (why._tag === "WrongCredentials") return WRONG
      return why._tag === "TooOften" ? tooOften(why.seconds) : BUSY
    }),
  )
  return form.get("output") === "json"
    ? jsonAnswer({ SID: token, LSID: token, Auth: token })
    : textAnswer(`SID=${token}\nLSID=${token}\nAuth=${token}\n`)
})

const WRONG = new Refused({ status: 401, text: "Error=BadAuthentication\n" })
const BUSY = new Refused({ status: 503, text: "Error=ServiceUnavailable\n" })
