import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { Account } from "./Account.ts"
import type { ClaimState } from "./claims/Claim.ts"
import { CODE_MS, checkCode, consumeCode } from "./codes/checkCode.ts"
import { requestCode } from "./codes/requestCode.ts"
import { deleteAccount } from "./deletion/deleteAccount.ts"
import {
  AccountActivated,
  AccountDeleted,
  type AccountEvent,
  AccountOpened,
  BannerChanged,
  CodeIssued,
  CodeRefused,
  CodeUsed,
  NameClaimed,
  NameReleased,
  PasswordChanged,
  PersonNamed,
  PreferenceSet,
  ProfileUpdated,
  type Purpose,
  SignUpRepeated,
  UserNameChosen,
} from "./events.ts"
import { Invite, isOpenInvite, makeInvite, takeInvite } from "./invites/Invite.ts"
import { changePassword, changePasswordByCode, renewHash, resetPassword } from "./passwords/changePassword.ts"
import { chooseUserName, namePerson, setPreference, updateProfile } from "./profile/changeProfile.ts"
import { AlreadyUsed, CodeChosen, NoAccount, UnfitField } from "./refusals.ts"
import { activateAccount } from "./signUp/activateAccount.ts"
import { AddressInUse, openAccount, repeatSignUp, UserCodeCollision } from "./signUp/openAccount.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const other = "01890000-0000-7000-8000-000000000002"
const codeId = "01890000-0000-7000-8000-00000000000c"
const nowMs = Date.UTC(2026, 10, 21)
const at = new Date(nowMs).toISOString()
const email = "anna@mail.example"
const locale = "de"
const [hash, newHash] = ["$argon2id$old", "$argon2id$new"]

const opened = AccountOpened.make({
  personId,
  userCode: "TestA",
  email,
  passwordHash: hash,
  locale,
  invite: null,
  openedAt: at,
})
const activated = AccountActivated.make({ personId, activatedAt: at })
const issued = (purpose: Purpose, id = codeId, atMs = nowMs) =>
  CodeIssued.make({
    personId,
    codeId: id,
    purpose,
    email,
    locale,
    issuedAt: new Date(atMs).toISOString(),
    expiresAt: new Date(atMs + CODE_MS[purpose]).toISOString(),
  })
const used = (purpose: Purpose) => CodeUsed.make({ personId, codeId, purpose, usedAt: at })
const wrong = (purpose: Purpose) => CodeRefused.make({ personId, codeId, purpose, refusedAt: at })
const named = (displayName: string, userCode = "QI23456789") =>
  PersonNamed.make({ personId, displayName, userCode, namedAt: at })
const userNamed = (userName: string) => UserNameChosen.make({ personId, userName, chosenAt: at })
const changed = (passwordHash: string, rehashed = false) =>
  PasswordChanged.make({ personId, passwordHash, rehashed, email, locale, changedAt: at })
const deleted = AccountDeleted.make({ personId, farewellId: other, email, locale, deletedAt: at })
const claimed = NameClaimed.make({ personId, claimedAt: at })
const freed = NameReleased.make({ personId, releasedAt: at })

const given = (...history: ReadonlyArray<AccountEvent>) => replay(Account, history)
const active = [opened, activated]
const free: ClaimState = { ownerId: null }
const theirs: ClaimState = { ownerId: other }
const mine: ClaimState = { ownerId: personId }
const right = { personId, matches: (id: string) => id === codeId, nowMs }
const [ok, fail] = [Result.succeed, Result.fail]

describe("opening an account", () => {
  const open = openAccount({
    personId,
    userCode: "TestA",
    email,
    passwordHash: hash,
    locale,
    invite: null,
    codeId,
    nowMs,
  })
  it.each([
    [
      "with an address and a code that nobody has",
      free,
      free,
      ok({ account: [opened, issued("activation")], claim: [claimed] }),
    ],
    ["not with an address that somebody has", theirs, free, fail(new AddressInUse({ personId: other }))],
    ["not with another's code", free, theirs, fail(new UserCodeCollision({}))],
  ] as const)("%s", (_, address, code, outcome) => expect(open(address, code)).toEqual(outcome))

  const again = (isSamePassword: boolean) => repeatSignUp({ personId, locale, codeId, nowMs, isSamePassword })
  const without = AccountOpened.make({ ...opened, passwordHash: null })
  it.each([
    ["the same password again restarts the sign-up", true, [opened], [opened, issued("activation")]],
    ["another password leaves none", false, [opened], [without, issued("activation")]],
    ["no password comes back", true, [opened, without], [without, issued("activation")]],
    [
      "an active account's owner gets a mail",
      false,
      active,
      [SignUpRepeated.make({ personId, email, locale, repeatedAt: at })],
    ],
    ["a deleted account says nothing", false, [...active, deleted], []],
  ] as const)("where the address is known: %s", (_, same, history, facts) => {
    expect(again(same)(given(...history))).toEqual(facts)
  })
})

describe("activating", () => {
  const activate = activateAccount(right)
  it.each([
    ["with the code", [opened, issued("activation")], [used("activation"), activated]],
    [
      "not with another code",
      [opened, issued("activation", other)],
      [CodeRefused.make({ ...wrong("activation"), codeId: other })],
    ],
    ["not without one", [opened], []],
    ["not twice", [opened, issued("activation"), used("activation"), activated], []],
    ["not with a code for something else", [opened, issued("reset")], []],
    ["not once deleted", [...active, deleted], []],
  ] as const)("%s", (_, history, facts) => expect(activate(given(...history))).toEqual(ok(facts)))
})

describe("a code", () => {
  const judge = (...history: ReadonlyArray<AccountEvent>) =>
    checkCode(given(...active, ...history), { ...right, purpose: "signIn" })
  const refusals = (count: number) => Array.from({ length: count }, () => wrong("signIn"))
  it.each([
    ["is right", [issued("signIn")], true],
    ["is right after four wrong ones", [issued("signIn"), ...refusals(4)], true],
    ["has ended after five", [issued("signIn"), ...refusals(5)], false],
    ["has ended when a newer one was made", [issued("signIn"), issued("signIn", other)], false],
    ["is right until its last moment", [issued("signIn", codeId, nowMs - CODE_MS.signIn + 1)], true],
    ["has ended then", [issued("signIn", codeId, nowMs - CODE_MS.signIn)], false],
    ["works once", [issued("signIn"), used("signIn")], false],
    ["is for one purpose", [issued("reset")], false],
  ] as const)("%s", (_, history, isRight) => expect(judge(...history).isRight).toBe(isRight))

  it("presented as a link stays valid, however many wrong digits others tried", () => {
    const state = given(...active, issued("signIn"), ...refusals(5))
    expect(checkCode(state, { ...right, purpose: "signIn", isLink: true }).isRight).toBe(true)
  })

  it("presented as a link that is not the newest one counts no wrong digits", () => {
    const state = given(...active, issued("signIn", other))
    expect(checkCode(state, { ...right, purpose: "signIn", isLink: true })).toEqual({ isRight: false, facts: [] })
  })

  it("is refused by its digits after ten wrong digits within a day, across codes, but not by its link", () => {
    const history = [...active, issued("signIn", other), ...refusals(10), issued("signIn")]
    const judgedAt = (ms: number, more: object = {}) =>
      checkCode(given(...history, issued("signIn", codeId, ms)), { ...right, purpose: "signIn", nowMs: ms, ...more })
    expect(judgedAt(nowMs)).toEqual({ isRight: false, facts: [] })
    expect(judgedAt(nowMs, { isLink: true }).isRight).toBe(true)
    expect(judgedAt(nowMs + 86_400_000).isRight).toBe(true)
  })

  it("that needs a session is not affected by the wrong digits of strangers", () => {
    const state = given(...active, issued("signIn", other), ...refusals(10), issued("password"))
    expect(checkCode(state, { ...right, purpose: "password" }).isRight).toBe(true)
  })

  it("cannot be tried more often by signing up again", () => {
    const state = given(opened, ...Array.from({ length: 10 }, () => wrong("activation")), opened, issued("activation"))
    expect(checkCode(state, { ...right, purpose: "activation" }).isRight).toBe(false)
  })

  it.each([
    ["activation", "open", true],
    ["reset", "open", true],
    ["signIn", "open", false],
    ["password", "open", false],
    ["signIn", "active", true],
    ["reset", "active", true],
    ["password", "active", true],
    ["preference", "active", true],
    ["untiefa", "active", true],
    ["activation", "active", false],
    ["signIn", "deleted", false],
    ["reset", "none", false],
  ] as const)("for %s of an account that is %s: %s", (purpose, status, isMade) => {
    const histories = { none: [], open: [opened], active, deleted: [...active, deleted] }
    const facts = requestCode(purpose, { personId, codeId, nowMs })(given(...histories[status]))
    expect(facts).toEqual(isMade ? [issued(purpose)] : [])
  })

  it("signs nobody in whose account is not active", () => {
    const spend = consumeCode({ ...right, purpose: "reset" })
    expect(spend(given(opened, issued("reset")))).toEqual(ok([]))
    expect(spend(given(...active, issued("reset")))).toEqual(ok([used("reset")]))
  })
})

describe("a password", () => {
  const next = { personId, passwordHash: newHash, nowMs }
  it.each([
    ["is reset with the code", [...active, issued("reset")], [used("reset"), changed(newHash)]],
    [
      "is reset and the account active, where it was not",
      [opened, issued("reset")],
      [used("reset"), activated, changed(newHash)],
    ],
    ["is not reset without it", active, []],
    ["is not reset with one for something else", [...active, issued("signIn")], []],
  ] as const)("%s", (_, history, facts) =>
    expect(resetPassword({ ...right, ...next })(given(...history))).toEqual(ok(facts)),
  )

  it.each([
    ["with its code", [...active, issued("password")], [used("password"), changed(newHash)]],
    ["not with another", [...active, issued("reset")], []],
    ["not of an account that is not active", [opened, issued("password")], []],
  ] as const)("is changed %s", (_, history, facts) => {
    expect(changePasswordByCode({ ...right, ...next })(given(...history))).toEqual(ok(facts))
  })

  it("is changed by who knew the present one, unless that has changed meanwhile", () => {
    expect(changePassword(hash, next)(given(...active))).toEqual(ok([changed(newHash)]))
    expect(changePassword(hash, next)(given(...active, changed("$argon2id$third")))).toEqual(fail(new NoAccount({})))
    expect(renewHash(hash, next)(given(...active))).toEqual(ok([changed(newHash, true)]))
    expect(renewHash(hash, next)(given(...active, changed("$argon2id$third")))).toEqual(ok([]))
  })
})

describe("names", () => {
  const name = namePerson({ personId, nowMs, displayName: "Anna", userCode: "QI23456789" })
  it.each([
    ["a fresh account chooses a free code", active, free, ok({ account: [named("Anna")], claim: [claimed] })],
    ["not another's", active, theirs, fail(new AlreadyUsed({ what: "userCode" }))],
    [
      "with the code it has, only the name changes",
      [...active, named("Ann")],
      mine,
      ok({ account: [named("Anna")], claim: [] }),
    ],
    ["nothing changes twice", [...active, named("Anna")], mine, ok({ account: [], claim: [] })],
    ["the code stays", [...active, named("Anna", "QI99999999")], free, fail(new CodeChosen({}))],
    ["an account that is not active has no name", [opened], free, fail(new NoAccount({}))],
  ] as const)("%s", (_, history, claim, outcome) => expect(name(given(...history), claim)).toEqual(outcome))

  const choose = (isSame: boolean) => chooseUserName({ personId, nowMs, userName: "anna", isSame })
  it.each([
    [
      "the first one is claimed",
      false,
      active,
      free,
      ok({ account: [userNamed("anna")], claim: [claimed], former: [] }),
    ],
    [
      "the one before is free",
      false,
      [...active, userNamed("ann")],
      free,
      ok({ account: [userNamed("anna")], claim: [claimed], former: [freed] }),
    ],
    ["not another's", false, active, theirs, fail(new AlreadyUsed({ what: "userName" }))],
    [
      "another letter case is the same name",
      true,
      [...active, userNamed("Anna")],
      mine,
      ok({ account: [userNamed("anna")], claim: [], former: [] }),
    ],
    ["nothing changes twice", true, [...active, userNamed("anna")], mine, ok({ account: [], claim: [], former: [] })],
    ["not of a deleted account", false, [...active, deleted], free, fail(new NoAccount({}))],
  ] as const)("user name: %s", (_, isSame, history, claim, outcome) => {
    expect(choose(isSame)(given(...history), claim)).toEqual(outcome)
  })

  it("a profile changes by what is given, and by nothing else", () => {
    const update = (change: object, ...history: ReadonlyArray<AccountEvent>) =>
      updateProfile({ personId, nowMs, ...change })(given(...active, ...history))
    const updated = (more: object) =>
      ProfileUpdated.make({ personId, bio: null, headerImage: null, locale, updatedAt: at, ...more })
    expect(update({ bio: "Hi" })).toEqual(ok([updated({ bio: "Hi" })]))
    expect(update({ headerImage: null }, updated({ bio: "Hi", headerImage: "key" }))).toEqual(
      ok([updated({ bio: "Hi" })]),
    )
    expect(update({ bio: "Hi" }, updated({ bio: "Hi" }))).toEqual(ok([]))
    const banner = (bannerImage: string | null) => BannerChanged.make({ personId, bannerImage, changedAt: at })
    expect(update({ bannerImage: "wide" })).toEqual(ok([banner("wide")]))
    expect(update({ bannerImage: "wide" }, banner("wide"))).toEqual(ok([]))
    expect(update({ bannerImage: null, bio: "Hi" }, banner("wide"))).toEqual(ok([updated({ bio: "Hi" }), banner(null)]))
    expect(update({ displayName: "Anna" })).toEqual(ok([named("Anna", "TestA")]))
    expect(updateProfile({ personId, nowMs })(given(opened))).toEqual(fail(new NoAccount({})))
    const set = setPreference({ personId, nowMs, preferenceId: 9, value: "4" })
    const fact = PreferenceSet.make({ personId, preferenceId: 9, value: "4", setAt: at })
    expect([set(given(...active)), set(given(...active, fact))]).toEqual([ok([fact]), ok([])])
  })
})

describe("leaving", () => {
  const leave = deleteAccount({ personId, farewellId: other, nowMs })
  it.each([
    [
      "frees the address and the name",
      active,
      { email: mine, userName: mine },
      { account: [deleted], email: [freed], userName: [freed] },
    ],
    [
      "frees nothing of others",
      active,
      { email: mine, userName: theirs },
      { account: [deleted], email: [freed], userName: [] },
    ],
    ["happens once", [...active, deleted], { email: theirs, userName: free }, { account: [], email: [], userName: [] }],
    ["is for those who are there", [], { email: free, userName: free }, { account: [], email: [], userName: [] }],
  ] as const)("%s", (_, history, claims, facts) => expect(leave(given(...history), claims)).toEqual(ok(facts)))
})

it("an invitation is good for one account, for ninety days", () => {
  const made = Result.getOrThrow(makeInvite({ inviteId: "i", madeBy: null, nowMs })(Invite.initial))
  const state = replay(Invite, made)
  const lastMs = nowMs + 90 * 86_400_000
  expect([isOpenInvite(state, lastMs - 1), isOpenInvite(state, lastMs), isOpenInvite(Invite.initial, nowMs)]).toEqual([
    true,
    false,
    false,
  ])
  const taken = Result.getOrThrow(takeInvite({ personId, nowMs })(state))
  const refused = fail(new UnfitField({ field: "inviteCode", problem: "invite" }))
  expect(takeInvite({ personId: other, nowMs })(replay(Invite, [...made, ...taken]))).toEqual(refused)
  expect(takeInvite({ personId, nowMs: lastMs })(state)).toEqual(refused)
  expect(makeInvite({ inviteId: "i", madeBy: other, nowMs })(state)).toEqual(ok([]))
})
