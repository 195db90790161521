import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { NameClaimed, NameReleased } from "../events.ts"
import { type IdentityEvent, IdentityLinked, IdentityUnlinked } from "./events.ts"
import { Identities } from "./Identities.ts"
import { IDENTITIES_MAX, linkIdentity, unlinkIdentity } from "./linkIdentity.ts"
import { ThirdPartyRefused } from "./refusals.ts"

const [personId, otherId] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"]
const nowIso = "2026-11-21T08:30:00.000Z"
const identity = { personId, identityId: "identity", provider: "example", label: "anna@example.org" }
const linked = IdentityLinked.make({ ...identity, linkedAt: nowIso })
const unlinked = IdentityUnlinked.make({ personId, identityId: "identity", unlinkedAt: nowIso })
const claimed = NameClaimed.make({ personId, claimedAt: nowIso })
const freedOf = (id: string) => NameReleased.make({ personId: id, releasedAt: nowIso })
const states = (ownerId: string | null, ...history: ReadonlyArray<IdentityEvent>) => ({
  identities: replay(Identities, history),
  claim: { ownerId },
})
const many = Array.from({ length: IDENTITIES_MAX }, (_, at) => ({ ...linked, identityId: `another ${at}` }))
const refused = (why: "taken" | "tooMany" | "none") => Result.fail(new ThirdPartyRefused({ why }))

describe("linking an identity", () => {
  const link = linkIdentity({ ...identity, deletedOwnerId: null, nowIso })
  const missing = linkIdentity({ ...identity, deletedOwnerId: otherId, nowIso })
  it.each([
    ["that belongs to no account", link(states(null)), Result.succeed({ identities: [linked], claim: [claimed] })],
    ["that is theirs already", link(states(personId, linked)), Result.succeed({ identities: [], claim: [] })],
    ["not one that is another's", link(states(otherId)), refused("taken")],
    [
      "one of somebody who has left",
      missing(states(otherId)),
      Result.succeed({ identities: [linked], claim: [freedOf(otherId), claimed] }),
    ],
    ["no more than one may have", link(states(null, ...many)), refused("tooMany")],
  ] as const)("%s", (_, outcome, expected) => expect(outcome).toEqual(expected))
})

it("unlinks what is linked, and nothing else", () => {
  const unlink = unlinkIdentity({ personId, identityId: "identity", nowIso })
  const facts = { identities: [unlinked], claim: [freedOf(personId)] }
  expect(unlink(states(personId, linked))).toEqual(Result.succeed(facts))
  expect(unlink(states(otherId, linked))).toEqual(refused("none"))
  expect(unlink(states(null, linked, unlinked))).toEqual(refused("none"))
})
