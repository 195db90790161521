import type { CallResult } from "../../lib/call.ts"

/** The server lets one reader add ten feeds a minute: one each six seconds. */
const TURN_MS = 6_500
const TURNS_MAX = 10
const TOO_MANY = 429

/** Repeats a call that comes too often until its turn has come; whatever else becomes of it is the answer. */
export const waitForTurn = async <Data>(call: () => Promise<CallResult<Data>>): Promise<CallResult<Data>> => {
  for (let turn = 0; ; turn += 1) {
    const result = await call()
    if (result.ok || result.status !== TOO_MANY || turn === TURNS_MAX) return result
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
}
