import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { BREAK_GLASS_MS_MAX, endGlass, openGlass, reviewGlass } from "./breakGlass.ts"
import {
  type Author,
  grantRole,
  inviteOperator,
  joinTeam,
  linkOperator,
  PROPOSAL_MS_MIN,
  refuseProposal,
  restoreOperator,
  revokeRole,
  suspendOperator,
} from "./changeTeam.ts"
import {
  OperatorInvited,
  OperatorJoined,
  OperatorSuspended,
  RoleProposalRefused,
  RoleProposed,
  type TeamEvent,
} from "./events.ts"
import { acceptSignature, addOperatorPasskey, OperatorKeys, removeOperatorPasskey } from "./OperatorKeys.ts"
import { OPERATOR_ROLES, type OperatorRole, type Permission, permissionsOf } from "./permissions.ts"
import { Team, withGlass } from "./Team.ts"

const nowMs = Date.UTC(2026, 10, 27, 9)
const at = new Date(nowMs).toISOString()
const later = new Date(nowMs + 3_600_000).toISOString()
const machine: Author = { kind: "machine", name: "root" }
const by = (id: string): Author => ({ kind: "operator", id })

const invited = (operatorId: string, roles: ReadonlyArray<OperatorRole>) =>
  OperatorInvited.make({
    ...{ operatorId, name: operatorId, roles, codeDigest: `code of ${operatorId}` },
    ...{ expiresAt: later, by: "operator:root", invitedAt: at },
  })
const active = (operatorId: string, ...roles: ReadonlyArray<OperatorRole>): ReadonlyArray<TeamEvent> => [
  invited(operatorId, roles),
  OperatorJoined.make({ operatorId, joinedAt: at }),
]
const suspended = (operatorId: string) =>
  OperatorSuspended.make({ operatorId, reason: "Lost laptop", by: "operator:root", suspendedAt: at })
const given = (...histories: ReadonlyArray<ReadonlyArray<TeamEvent>>) => replay(Team, histories.flat())

/** The types of the new events, or the problem of the refusal. */
const outcome = (decided: Result.Result<ReadonlyArray<{ readonly _tag: string }>, { readonly _tag: string }>) =>
  Result.match(decided, {
    onSuccess: (events) => events.map(({ _tag }) => _tag.replace(/^operators\.|\.v1$/g, "")).join(),
    onFailure: (refusal) => ("problem" in refusal ? String(refusal.problem) : refusal._tag),
  })

const keyed = [active("ann", "keyHolder"), active("ben", "keyHolder"), active("dan", "viewer")] as const
const proposal = { operatorId: "dan", role: "treasurer", by: "operator:root" } as const
const proposed = RoleProposed.make({ ...proposal, proposedAt: at })
const refusedProposal = RoleProposalRefused.make({ ...proposal, refusedAt: at })
const threeKeyHolders = [active("ann", "keyHolder"), active("ben", "keyHolder"), active("cy", "keyHolder")] as const

describe("the team of operators", () => {
  it.each<[title: string, expected: string, decided: Parameters<typeof outcome>[0]]>([
    [
      "an invitation that gives money and keys is refused",
      "apart",
      inviteOperator({
        ...{
          operatorId: "x",
          name: "X",
          roles: ["treasurer", "keyHolder"],
          codeDigest: "d",
          by: "operator:root",
          nowMs,
        },
      })(given()),
    ],
    [
      "the code of an invitation lets its operator join",
      "OperatorJoined",
      joinTeam({ operatorId: "ann", codeDigest: "code of ann", nowMs })(given([invited("ann", ["viewer"])])),
    ],
    [
      "the code of somebody else does not",
      "NoOperator",
      joinTeam({ operatorId: "ann", codeDigest: "code of ben", nowMs })(given([invited("ann", ["viewer"])])),
    ],
    [
      "an invitation ends after its hour",
      "NoOperator",
      joinTeam({ operatorId: "ann", codeDigest: "code of ann", nowMs: nowMs + 3_600_000 })(
        given([invited("ann", ["viewer"])]),
      ),
    ],
    [
      "an invitation is used once",
      "NoOperator",
      joinTeam({ operatorId: "ann", codeDigest: "code of ann", nowMs })(given(active("ann", "viewer"))),
    ],
    [
      "a suspended operator cannot join with the old code",
      "NoOperator",
      joinTeam({ operatorId: "ann", codeDigest: "code of ann", nowMs })(
        given([invited("ann", ["viewer"]), suspended("ann")]),
      ),
    ],
    [
      "a key holder grants a role within their own permissions",
      "RoleGranted",
      grantRole({ operatorId: "ben", role: "viewer", author: by("ann"), nowMs })(
        given(active("ann", "keyHolder"), active("ben", "support")),
      ),
    ],
    [
      "nobody grants more than they hold",
      "beyondOwn",
      grantRole({ operatorId: "ben", role: "treasurer", author: by("ann"), nowMs })(
        given(active("ann", "keyHolder"), active("ben", "viewer")),
      ),
    ],
    [
      "nobody grants themselves a role",
      "oneself",
      grantRole({ operatorId: "ann", role: "viewer", author: by("ann"), nowMs })(given(active("ann", "keyHolder"))),
    ],
    [
      "the owner of the machine grants any role",
      "RoleGranted",
      grantRole({ operatorId: "ben", role: "treasurer", author: machine, nowMs })(given(active("ben", "viewer"))),
    ],
    [
      "once there are key holders, the owner of the machine only proposes a role",
      "RoleProposed",
      grantRole({ operatorId: "dan", role: "treasurer", author: machine, nowMs })(given(...keyed)),
    ],
    [
      "suspending a key holder does not change that",
      "RoleProposed",
      grantRole({ operatorId: "dan", role: "treasurer", author: machine, nowMs })(given(...keyed, [suspended("ann")])),
    ],
    [
      "the owner of the machine invites somebody to proposed roles",
      "OperatorInvited,RoleProposed",
      inviteOperator({
        ...{ operatorId: "x", name: "X", roles: ["support"], codeDigest: "d", by: "operator:root", nowMs },
      })(given(...keyed)),
    ],
    [
      "a proposed role waits",
      "proposed",
      grantRole({ operatorId: "dan", role: "treasurer", author: machine, nowMs: nowMs + PROPOSAL_MS_MIN - 1 })(
        given(...keyed, [proposed]),
      ),
    ],
    [
      "and is granted without key holders if none refused it for three days",
      "RoleGranted",
      grantRole({ operatorId: "dan", role: "treasurer", author: machine, nowMs: nowMs + PROPOSAL_MS_MIN })(
        given(...keyed, [proposed]),
      ),
    ],
    [
      "a key holder grants what was proposed, beyond their own permissions",
      "RoleGranted",
      grantRole({ operatorId: "dan", role: "treasurer", author: by("ann"), nowMs })(given(...keyed, [proposed])),
    ],
    [
      "but not to themselves",
      "oneself",
      grantRole({ operatorId: "dan", role: "treasurer", author: by("dan"), nowMs })(given(...keyed, [proposed])),
    ],
    [
      "one key holder refuses a proposed role",
      "RoleProposalRefused",
      refuseProposal({ operatorId: "dan", role: "treasurer", author: by("ann"), nowMs })(given(...keyed, [proposed])),
    ],
    [
      "what was refused is proposed again, and waits again",
      "RoleProposed",
      grantRole({ operatorId: "dan", role: "treasurer", author: machine, nowMs: nowMs + PROPOSAL_MS_MIN })(
        given(...keyed, [proposed, refusedProposal]),
      ),
    ],
    [
      "nothing is refused that was not proposed",
      "NothingToChange",
      refuseProposal({ operatorId: "dan", role: "treasurer", author: by("ann"), nowMs })(given(...keyed)),
    ],
    [
      "the owner of the machine restores nobody alone once there are key holders",
      "console",
      restoreOperator({ operatorId: "dan", author: machine, nowMs })(given(...keyed, [suspended("dan")])),
    ],
    [
      "even the owner of the machine gives nobody money and keys",
      "apart",
      grantRole({ operatorId: "ben", role: "keyHolder", author: machine, nowMs })(given(active("ben", "treasurer"))),
    ],
    [
      "a role is granted once",
      "NothingToChange",
      grantRole({ operatorId: "ben", role: "viewer", author: machine, nowMs })(given(active("ben", "viewer"))),
    ],
    [
      "a key holder is removed while two others remain",
      "RoleRevoked",
      revokeRole({ operatorId: "cy", role: "keyHolder", author: by("ann"), nowMs })(given(...threeKeyHolders)),
    ],
    [
      "the last two key holders stay",
      "lastKeyHolders",
      revokeRole({ operatorId: "ben", role: "keyHolder", author: by("ann"), nowMs })(
        given(...threeKeyHolders.slice(0, 2)),
      ),
    ],
    [
      "a suspended key holder does not count",
      "lastKeyHolders",
      suspendOperator({ operatorId: "ben", reason: "Gone", author: by("ann"), nowMs })(
        given(...threeKeyHolders, [suspended("cy")]),
      ),
    ],
    [
      "nobody revokes their own role",
      "oneself",
      revokeRole({ operatorId: "ann", role: "keyHolder", author: by("ann"), nowMs })(given(...threeKeyHolders)),
    ],
    [
      "one operator suspends another alone",
      "OperatorSuspended",
      suspendOperator({ operatorId: "ben", reason: "Lost laptop", author: by("ann"), nowMs })(
        given(active("ann", "keyHolder"), active("ben", "support")),
      ),
    ],
    [
      "nobody restores themselves",
      "oneself",
      restoreOperator({ operatorId: "ben", author: by("ben"), nowMs })(
        given(active("ben", "viewer"), [suspended("ben")]),
      ),
    ],
    [
      "a suspended operator is restored",
      "OperatorRestored",
      restoreOperator({ operatorId: "ben", author: by("ann"), nowMs })(
        given(active("ben", "viewer"), [suspended("ben")]),
      ),
    ],
    [
      "a member account is noted",
      "OperatorLinked",
      linkOperator({ operatorId: "ann", personId: "p", author: machine, nowMs })(given(active("ann", "viewer"))),
    ],
    [
      "an unknown operator is refused",
      "NoOperator",
      grantRole({ operatorId: "zed", role: "viewer", author: machine, nowMs })(given()),
    ],
  ])("%s", (_, expected, decided) => {
    expect(outcome(decided)).toBe(expected)
  })

  it("no role can both move money and appoint operators", () => {
    const money: ReadonlyArray<Permission> = ["withdrawals.approve", "withdrawals.resume"]
    for (const role of OPERATOR_ROLES) {
      const held = permissionsOf([role])
      const movesMoney = money.some((permission) => held.has(permission))
      expect([role, movesMoney && held.has("operators.manage")]).toEqual([role, false])
    }
  })

  it("an auditor sees every act and acts on nothing", () => {
    for (const permission of permissionsOf(["auditor", "viewer"])) expect(permission).toMatch(/\.read$/)
  })
})

const passkey = (number: number, counter = 0) => ({
  ...{ operatorId: "ann", passkeyId: `key ${number}`, credentialId: `credential ${number}`, publicKey: "k", counter },
  ...{ transports: [], name: "Key", nowMs },
})
const withKeys = (count: number, counter = 0) =>
  Array.from({ length: count }).reduce<Parameters<ReturnType<typeof addOperatorPasskey>>[0]>(
    (state, _, number) =>
      Result.getOrThrow(addOperatorPasskey(passkey(number, counter))(state)).reduce(OperatorKeys.evolve, state),
    OperatorKeys.initial,
  )
const used = { operatorId: "ann", passkeyId: "key 0", purpose: "sign-in", nowMs } as const

describe("emergency permissions", () => {
  const opened = (atMs: number): ReadonlyArray<TeamEvent> =>
    Result.getOrThrow(
      openGlass({ operatorId: "ann", reason: "Nobody answers", author: by("ann"), nowMs: atMs })(
        given(active("ann", "viewer")),
      ),
    )
  const [endedMs, team] = [nowMs + BREAK_GLASS_MS_MAX, [active("ann", "viewer"), active("ben", "auditor")] as const]
  const which = (operator: string, atMs: number) => ({ operatorId: "ann", author: by(operator), nowMs: atMs })

  it("hold for an hour, and neither pay, appoint, reveal nor review", () => {
    const ann = given(...team, opened(nowMs)).get("ann")
    const held = (atMs: number) => (ann === undefined ? [] : [...permissionsOf(withGlass(ann, atMs).roles)])
    expect(held(endedMs - 1)).toContain("withdrawals.stop")
    expect(held(endedMs)).toEqual([...permissionsOf(["viewer"])])
    const never = /approve|resume|operators\.manage|operators\.suspend|reveal|review|audit|decide|answer/
    expect(held(nowMs).filter((permission) => never.test(permission))).toEqual([])
  })

  it.each<[title: string, expected: string, decided: Parameters<typeof outcome>[0]]>([
    [
      "are taken by nobody for somebody else",
      "forOther",
      openGlass({ ...which("ben", nowMs), reason: "x" })(given(...team)),
    ],
    [
      "are not taken by a suspended operator",
      "NoOperator",
      openGlass({ ...which("ann", nowMs), reason: "x" })(given(...team, [suspended("ann")])),
    ],
    [
      "are not taken again before a review",
      "unreviewed",
      openGlass({ ...which("ann", endedMs), reason: "x" })(given(...team, opened(nowMs))),
    ],
    ["are ended by anybody", "BreakGlassEnded", endGlass(which("ben", nowMs))(given(...team, opened(nowMs)))],
    ["are not ended twice", "NothingToChange", endGlass(which("ben", endedMs))(given(...team, opened(nowMs)))],
    [
      "are not reviewed by who took them",
      "oneself",
      reviewGlass({ ...which("ann", endedMs), note: "x" })(given(...team, opened(nowMs))),
    ],
    [
      "are not reviewed while they hold",
      "NothingToChange",
      reviewGlass({ ...which("ben", nowMs), note: "x" })(given(...team, opened(nowMs))),
    ],
    [
      "are reviewed by somebody else",
      "BreakGlassReviewed",
      reviewGlass({ ...which("ben", endedMs), note: "x" })(given(...team, opened(nowMs))),
    ],
  ])("%s", (_, expected, decided) => {
    expect(outcome(decided)).toBe(expected)
  })

  it("cannot be granted as a role", () => {
    expect(OPERATOR_ROLES).not.toContain("breakGlass")
  })
})

describe("the passkeys of an operator", () => {
  it.each([
    ["a second one is added", "PasskeyAdded", addOperatorPasskey(passkey(1))(withKeys(1))],
    ["the same one is added once", "known", addOperatorPasskey(passkey(0))(withKeys(1))],
    ["there are ten at most", "many", addOperatorPasskey(passkey(10))(withKeys(10))],
    ["two remain", "lastPasskeys", removeOperatorPasskey({ ...used })(withKeys(2))],
    ["the third can be removed", "PasskeyRemoved", removeOperatorPasskey({ ...used })(withKeys(3))],
    ["one without a count can sign again", "PasskeyUsed", acceptSignature({ ...used, counter: 0 })(withKeys(2))],
    [
      "a count that does not rise is a copy's",
      "SignatureRefused",
      acceptSignature({ ...used, counter: 5 })(withKeys(2, 5)),
    ],
    ["a count that rises is accepted", "PasskeyUsed", acceptSignature({ ...used, counter: 6 })(withKeys(2, 5))],
  ] as const)("%s", (_, expected, decided) => {
    expect(outcome(decided)).toBe(expected)
  })
})
