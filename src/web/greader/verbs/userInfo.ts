import { Effect } from "effect"
import { findReader } from "#projections/readerApps"
import { type Call, jsonAnswer } from "../Call.ts"

/** Who signed in. Addresses are not given away: apps show the name. */
export const userInfo = Effect.fn("userInfo")(function* ({ personId }: Call) {
  const reader = yield* findReader(personId)
  const userId = reader?.userCode ?? ""
  return jsonAnswer({
    userId,
    userName: reader?.name ?? "",
    userProfileId: userId,
    userEmail: "",
    isBloggerUser: false,
    signupTimeSec: Math.floor((reader?.openedMs ?? 0) / 1_000),
    isMultiLoginEnabled: false,
  })
})
