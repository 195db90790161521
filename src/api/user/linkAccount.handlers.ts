import { Effect } from "effect"
import type { FeedId } from "#contract/feeds"
import { FeedClaims, META_NAME, type NoProof, type NotReached } from "#core/channels"
import { listClaims } from "#projections/channels"
import { waitFor } from "#projections/runner"
import { countPledges } from "#projections/subscriptions"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, Conflict, refusal, Unavailable } from "../envelope.ts"
import { whichFeed } from "../feed/which.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, outgoing, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Which = { readonly feedId?: string; readonly code?: string; readonly url?: string }
type LinkAccountCall = { readonly payload: Which }

/** The calls of user.linkAccount.ts; resolved once for the group. */
export const linkAccountHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const claims = yield* FeedClaims
  const { find } = yield* whichFeed
  const [limited, limitedOutgoing, limitedWriting] = [yield* limitedAsStandard, yield* outgoing, yield* writing]

  return {
    LoadLinkAccount: Effect.fn("LoadLinkAccount")(function* ({ payload }: LinkAccountCall) {
      const { personId, userCode } = yield* requireMember
      yield* limited
      const mine = yield* listClaims(personId)
      const waiting = yield* countPledges(mine.map(({ feedId }) => feedId))
      const accounts = mine.map(({ claimedAt, ...rest }) => ({
        ...{ ...rest, time: claimedAt.getTime(), waiting: waiting.get(rest.feedId) ?? 0 },
      }))
      if (Object.keys(payload).length === 0) return answer({ accounts, proof: null })
      const { feedId, title, url, link } = yield* find(payload)
      const code = claims.codeOf(personId, feedId)
      const isMine = mine.some((each) => each.feedId === feedId)
      const proof = {
        ...{ feedId, title, url, link: link ?? "", code, isMine },
        waiting: (yield* countPledges([feedId])).get(feedId) ?? 0,
        metaTag: `<meta name="${META_NAME}" content="${code}">`,
        relMe: `<a rel="me" href="${claims.profileUrlOf(userCode)}">Quire</a>`,
        txtRecord: `${META_NAME}=${code}`,
      }
      return answer({ accounts, proof })
    }, provide),

    VerifyLinkAccount: Effect.fn("VerifyLinkAccount")(function* ({ payload }: LinkAccountCall) {
      const who = yield* requireMember
      yield* limitedOutgoing
      const feed = yield* find(payload)
      const position = yield* claims
        .claim(who, { ...feed, feedId: feed.feedId as FeedId })
        .pipe(Effect.catch(refuseClaim))
      yield* waitFor("feed_claims", position)
      return answer(null, translator((yield* CurrentCaller).locale)("linkAccount.done"))
    }, provide),

    RemoveLinkAccount: Effect.fn("RemoveLinkAccount")(function* ({ payload }: LinkAccountCall) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const { feedId } = yield* find(payload)
      yield* waitFor("feed_claims", yield* claims.release(personId, feedId))
      return answer(null)
    }, provide),
  }
})

/** Fails with the refusal of a claim in the caller's language. */
export const refuseClaim = Effect.fnUntraced(function* ({ _tag, messageKey }: NoProof | NotReached) {
  const said = refusal(translator((yield* CurrentCaller).locale)(messageKey))
  return yield* _tag === "NoProof" ? new Conflict(said) : new Unavailable(said)
})
