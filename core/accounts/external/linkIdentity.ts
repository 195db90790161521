import { Result } from "effect"
import type { ClaimState } from "../claims/Claim.ts"
import { type ClaimEvent, NameClaimed, NameReleased } from "../events.ts"
import { type IdentityEvent, IdentityLinked, IdentityUnlinked } from "./events.ts"
import type { LinkedIdentity } from "./Identities.ts"
import { ThirdPartyRefused } from "./refusals.ts"

/** Identities that a person may link. */
export const IDENTITIES_MAX = 20

type States = { readonly identities: ReadonlyArray<LinkedIdentity>; readonly claim: ClaimState }
type Facts = { readonly identities: ReadonlyArray<IdentityEvent>; readonly claim: ReadonlyArray<ClaimEvent> }

export type LinkIdentity = {
  readonly personId: string
  readonly identityId: string
  readonly provider: string
  readonly label: string | null
  /** The owner of the identity if their account was deleted: then it is free. */
  readonly deletedOwnerId: string | null
  readonly nowIso: string
}

/** Links an identity to one person. */
export const linkIdentity =
  ({ personId, identityId, provider, label, deletedOwnerId, nowIso }: LinkIdentity) =>
  ({ identities, claim: { ownerId } }: States): Result.Result<Facts, ThirdPartyRefused> => {
    if (ownerId === personId) return Result.succeed({ identities: [], claim: [] })
    const isLeft = ownerId !== null && ownerId === deletedOwnerId
    if (ownerId !== null && !isLeft) return Result.fail(new ThirdPartyRefused({ why: "taken" }))
    if (identities.length >= IDENTITIES_MAX) return Result.fail(new ThirdPartyRefused({ why: "tooMany" }))
    return Result.succeed({
      identities: [IdentityLinked.make({ personId, identityId, provider, label, linkedAt: nowIso })],
      claim: [
        ...(isLeft ? [NameReleased.make({ personId: ownerId, releasedAt: nowIso })] : []),
        NameClaimed.make({ personId, claimedAt: nowIso }),
      ],
    })
  }

/** Unlinks an identity, so that others may link it. */
export const unlinkIdentity =
  ({ personId, identityId, nowIso }: Pick<LinkIdentity, "personId" | "identityId" | "nowIso">) =>
  ({ identities, claim: { ownerId } }: States): Result.Result<Facts, ThirdPartyRefused> =>
    ownerId === personId && identities.some((each) => each.identityId === identityId)
      ? Result.succeed({
          identities: [IdentityUnlinked.make({ personId, identityId, unlinkedAt: nowIso })],
          claim: [NameReleased.make({ personId, releasedAt: nowIso })],
        })
      : Result.fail(new ThirdPartyRefused({ why: "none" }))
