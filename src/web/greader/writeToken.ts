import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Services } from "../../process/runtime.ts"
import { type Call, Refused } from "./Call.ts"

/** Characters of a write token, as Google's had. */
const LENGTH = 57

/**
 * What apps fetch before they write. It follows from the token that they signed in with. It protects nothing, since no
 * browser sends that by itself; but an app that signed in anew has to notice that it holds the one of before.
 */
export const writeToken = (auth: string): string =>
  createHash("sha512").update(`write\n${auth}`).digest("base64url").slice(0, LENGTH)

type Answer = (call: Call) => Effect.Effect<Response, Refused, Services>

/** Lets a write through with the right token, and without any, as some apps do; a wrong one is to be fetched anew. */
export const writing =
  (answer: Answer): Answer =>
  (call) => {
    const given = call.params.one("T")?.trim() ?? ""
    if (given === "" || given === "x" || given === writeToken(call.auth)) return answer(call)
    return Effect.fail(
      new Refused({ status: 401, text: "Unauthorized", headers: { "x-reader-google-bad-token": "true" } }),
    )
  }
