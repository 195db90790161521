import { ACCOUNT_LIMITS, type FollowRefusal } from "#contract/follows"
import { type CallResult, makeCall } from "../../lib/call.ts"
import { toast } from "../../lib/toast.ts"
import { isMemberPage, loadAccountFollows } from "./accountFollows.ts"
import type { FollowCommand } from "./commands.ts"
import { $followList, $userGroup, NOT_LOADED, saveGuestFollows } from "./store.ts"
import { pageWords } from "./words.ts"

/** The server lets a reader add ten feeds a minute: one every six seconds. */
const RETRY_MS = 6_500
const RETRIES_MAX = 10
const TOO_MANY_REQUESTS = 429

/** Why nothing changed: a message key, or "reported" if a toast has already been shown. */
export type DispatchRefusal = FollowRefusal | "follow.unkept" | "reported"

/**
 * Applies a command to the reader's follows. A guest's list changes in this browser. A member's list changes optimistically
 * while the account makes the same change; if that fails, the account's list is shown again.
 */
export const dispatch = (command: FollowCommand): Promise<DispatchRefusal | undefined> =>
  isMemberPage() ? dispatchToAccount(command) : Promise.resolve(changeGuestFollows(command))

const changeGuestFollows = ({ decide }: FollowCommand): DispatchRefusal | undefined => {
  const decision = decide($followList.get())
  if ("refusal" in decision) return decision.refusal
  return saveGuestFollows(decision.items) ? undefined : "follow.unkept"
}

const dispatchToAccount = async ({ decide, call }: FollowCommand): Promise<DispatchRefusal | undefined> => {
  if (call === undefined) return "reported"
  if ($followList.get() === NOT_LOADED) await refreshFollows()
  const before = $followList.get()
  if (before !== NOT_LOADED) {
    const decision = decide(before, ACCOUNT_LIMITS)
    if ("refusal" in decision) return decision.refusal
    $followList.set(decision.items)
  }
  const { locale, words } = pageWords()
  const send = makeCall(locale, words)
  const answer = await retryWhileLimited(() => send(call.path, call.payload, { silent: true }))
  if (answer.ok) return undefined
  toast("error", answer.message)
  $followList.set(before)
  await refreshFollows()
  return "reported"
}

/** Loads the account's follows. If that fails, the shown list stays, and the next change or notification tries again. */
export const refreshFollows = async (): Promise<void> => {
  try {
    const { items, userGroup } = await loadAccountFollows()
    $followList.set(items)
    $userGroup.set(userGroup)
  } catch {}
}

/** Repeats a call while the rate limit refuses it. Other failures are returned. */
export const retryWhileLimited = async <Data>(call: () => Promise<CallResult<Data>>): Promise<CallResult<Data>> => {
  for (let retries = 0; ; retries += 1) {
    const result = await call()
    if (result.ok || result.status !== TOO_MANY_REQUESTS || retries === RETRIES_MAX) return result
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
