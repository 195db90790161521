import { Effect, Result } from "effect"
import { MemberFeeds } from "#core/publishing"
import type { PlainKey } from "#src/i18n/index.ts"
import { run } from "#src/process/runtime.ts"
import type { ActingPage } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** What the part of a page with private feeds shows: a token that was just made, or what went wrong. */
export type MemberFeedView = { readonly token: string | null; readonly problem: PlainKey | null }

export const NO_MEMBER_FEED_VIEW: MemberFeedView = { token: null, problem: null }

/**
 * Makes, renews or deletes a private feed, from the form on a channel's page. A token is shown in the response itself,
 * because it is stored nowhere.
 */
export const handleMemberFeeds = async (
  { request, locals, url }: ActingPage,
  channelId: number,
): Promise<Response | MemberFeedView> => {
  if (request.method !== "POST") return NO_MEMBER_FEED_VIEW
  // Other forms of the page read the same body.
  const typed = await readForm(request.clone())
  const [act, feedId] = [typed.get("do") ?? "", typed.get("feedId") ?? ""]
  const { member } = locals
  if (member === null || !ACTS.has(act)) return NO_MEMBER_FEED_VIEW
  const feeds = await run(MemberFeeds)
  if (act === "feedRevoke") {
    const revoked = await run(Effect.result(feeds.revoke(member.personId, feedId)))
    return Result.isFailure(revoked)
      ? { token: null, problem: revoked.failure.messageKey }
      : redirectTo(`${url.pathname}#private-feeds`, { notice: "saved" })
  }
  const making: Effect.Effect<{ readonly token: string }, { readonly messageKey: PlainKey }> =
    act === "feedRenew"
      ? feeds.renew(member.personId, feedId)
      : feeds.create(member.personId, channelId, typed.get("app") ?? "")
  const made = await run(Effect.result(making))
  return Result.isFailure(made)
    ? { token: null, problem: made.failure.messageKey }
    : { token: made.success.token, problem: null }
}

const ACTS = new Set(["feedCreate", "feedRenew", "feedRevoke"])
