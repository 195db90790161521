import { Effect } from "effect"
import { CreatorInvitations, type CreatorInvite } from "#core/channels"
import { AppConfig } from "#core/kernel"
import { findProfile } from "#projections/accounts"
import { translator } from "#src/i18n/index.ts"
import { paths } from "#src/lib/paths.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, Conflict, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { requireFeed } from "./which.ts"

/** Invitations of one list. */
const INVITES_MAX = 100

type Invited = { readonly payload: { readonly feedId?: string; readonly name?: string } }

/** Handlers of invite.contract.ts; resolved once for the group. */
export const inviteHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const invitations = yield* CreatorInvitations
  const { publicOrigin } = yield* AppConfig
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  const listOf = Effect.fnUntraced(function* (personId: string, userCode: string) {
    const invites = (yield* invitations.listOf(personId)).slice(0, INVITES_MAX)
    return yield* Effect.forEach(invites, (invite) =>
      Effect.map(statusOf(invite), (status) => {
        const { inviteId, feedId, name, invitedAt } = invite
        const inviteCode = `${userCode}.${inviteId}`
        const url = `${publicOrigin}${paths.invitedCreator(inviteCode)}`
        return { inviteCode, url, feedId, name, invited: Date.parse(invitedAt), status }
      }),
    )
  })

  return {
    InviteCC: Effect.fn("InviteCC")(function* ({ payload: { feedId, name = "" } }: Invited) {
      const { personId, userCode } = yield* requireMember
      yield* limitedWriting
      if (feedId !== undefined) yield* requireFeed(feedId)
      yield* invitations.invite(personId, feedId ?? null, name).pipe(
        Effect.catch(
          Effect.fnUntraced(function* ({ messageKey }) {
            return yield* new Conflict(refusal(translator((yield* CurrentCaller).locale)(messageKey)))
          }),
        ),
      )
      return answer({ invites: yield* listOf(personId, userCode) })
    }, provide),

    InviteList: Effect.fn("InviteList")(function* () {
      const { personId, userCode } = yield* requireMember
      yield* limited
      return answer({ invites: yield* listOf(personId, userCode) })
    }, provide),
  }
})

/** An invited person has applied once they used the invitation, and is a creator once they have a channel. */
const statusOf = Effect.fnUntraced(function* ({ takerId }: CreatorInvite) {
  if (takerId === null) return "open" as const
  const taker = yield* findProfile(takerId)
  return taker !== null && taker.channelId > 0 ? ("creator" as const) : ("applied" as const)
})
