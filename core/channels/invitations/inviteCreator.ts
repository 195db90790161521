import { Result } from "effect"
import { type Aggregate, type Decide, formatIso } from "#core/kernel"
import { CREATOR_INVITES_OPEN_MAX } from "../formRules.ts"
import { NoInvitation, TooManyInvitations } from "../refusals.ts"
import { CreatorInvited, CreatorInviteEvent, CreatorInviteEvents, CreatorInviteTaken } from "./events.ts"

/** An invitation as its maker sees it. `takerId` is who applied with it. */
export type CreatorInvite = {
  readonly inviteId: string
  readonly feedId: string | null
  readonly name: string
  readonly invitedAt: string
  readonly takerId: string | null
}
type CreatorInvitesState = { readonly invites: ReadonlyMap<string, CreatorInvite> }

/** The invitations that one person made, by the person's id. */
export const CreatorInvites: Aggregate<CreatorInvitesState, CreatorInviteEvent> = {
  category: "creatorinvites",
  events: CreatorInviteEvents,
  initial: { invites: new Map() },
  evolve: ({ invites }, event) =>
    CreatorInviteEvent.match(event, {
      "channels.CreatorInvited.v1": ({ inviteId, feedId, name, invitedAt }) => ({
        invites: new Map(invites).set(inviteId, { inviteId, feedId, name: name ?? "", invitedAt, takerId: null }),
      }),
      "channels.CreatorInviteTaken.v1": ({ inviteId, takerId }) => {
        const invite = invites.get(inviteId)
        return invite === undefined ? { invites } : { invites: new Map(invites).set(inviteId, { ...invite, takerId }) }
      },
    }),
}

type DecideInvites<Refusal> = Decide<CreatorInvitesState, CreatorInviteEvent, Refusal>
type Invitation = { readonly personId: string; readonly inviteId: string; readonly nowMs: number }

/** Invites somebody. One open invitation per feed is enough, so a second one changes nothing. */
export const inviteCreator =
  ({
    nowMs,
    ...invitation
  }: Invitation & { readonly feedId: string | null; readonly name: string }): DecideInvites<TooManyInvitations> =>
  ({ invites }) => {
    const open = [...invites.values()].filter(({ takerId }) => takerId === null)
    if (invitation.feedId !== null && open.some(({ feedId }) => feedId === invitation.feedId)) return Result.succeed([])
    if (open.length >= CREATOR_INVITES_OPEN_MAX) return Result.fail(new TooManyInvitations({}))
    return Result.succeed([CreatorInvited.make({ ...invitation, invitedAt: formatIso(nowMs) })])
  }

/** Notes that somebody applied with an invitation. It can be used once, and not by its maker; the same taker may repeat. */
export const takeInvitation =
  ({ nowMs, takerId, ...invitation }: Invitation & { readonly takerId: string }): DecideInvites<NoInvitation> =>
  ({ invites }) => {
    const invite = invites.get(invitation.inviteId)
    if (invite?.takerId === takerId) return Result.succeed([])
    if (invite === undefined || invite.takerId !== null || takerId === invitation.personId)
      return Result.fail(new NoInvitation({}))
    return Result.succeed([CreatorInviteTaken.make({ ...invitation, takerId, takenAt: formatIso(nowMs) })])
  }
