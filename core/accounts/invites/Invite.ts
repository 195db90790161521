import { Result } from "effect"
import type { Aggregate } from "#core/kernel"
import { formatIso } from "#core/kernel"
import { InviteEvent, InviteEvents, InviteMade, InviteUsed } from "../events.ts"
import { UnfitField } from "../refusals.ts"

/** Validity of an invitation: 90 days. */
const INVITE_MS = 90 * 86_400_000

export type InviteState =
  | { readonly status: "none" }
  | { readonly status: "open"; readonly inviteId: string; readonly expiresMs: number }
  | { readonly status: "used"; readonly personId: string }

/** An invitation, by the digest of its code. */
export const Invite: Aggregate<InviteState, InviteEvent> = {
  category: "invite",
  events: InviteEvents,
  initial: { status: "none" },
  evolve: (_, event) =>
    InviteEvent.match(event, {
      "accounts.InviteMade.v1": ({ inviteId, expiresAt }): InviteState => ({
        status: "open",
        inviteId,
        expiresMs: Date.parse(expiresAt),
      }),
      "accounts.InviteUsed.v1": ({ personId }): InviteState => ({ status: "used", personId }),
    }),
}

/** Makes an invitation of a member, or of operators (`madeBy` null); idempotent. */
export const makeInvite =
  ({
    inviteId,
    madeBy,
    nowMs,
  }: {
    readonly inviteId: string
    readonly madeBy: string | null
    readonly nowMs: number
  }) =>
  ({ status }: InviteState): Result.Result<ReadonlyArray<InviteEvent>, never> => {
    const [madeAt, expiresAt] = [formatIso(nowMs), formatIso(nowMs + INVITE_MS)]
    return Result.succeed(status === "none" ? [InviteMade.make({ inviteId, madeBy, madeAt, expiresAt })] : [])
  }

/** Whether the invitation can still be used. */
export const isOpenInvite = (state: InviteState, nowMs: number): boolean =>
  state.status === "open" && nowMs < state.expiresMs

/** Uses up an invitation. */
export const takeInvite =
  ({ personId, nowMs }: { readonly personId: string; readonly nowMs: number }) =>
  (state: InviteState): Result.Result<ReadonlyArray<InviteEvent>, UnfitField> =>
    state.status === "open" && isOpenInvite(state, nowMs)
      ? Result.succeed([InviteUsed.make({ inviteId: state.inviteId, personId, usedAt: formatIso(nowMs) })])
      : Result.fail(new UnfitField({ field: "inviteCode", problem: "invite" }))
