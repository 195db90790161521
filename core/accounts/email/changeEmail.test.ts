import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { Account } from "../Account.ts"
import {
  AccountActivated,
  AccountDeleted,
  type AccountEvent,
  AccountOpened,
  CodeIssued,
  CodeRefused,
  CodeUsed,
  EmailChanged,
  NameClaimed,
  NameReleased,
} from "../events.ts"
import { AlreadyUsed, NoAccount, UnfitField } from "../refusals.ts"
import { changeEmail, requestEmail } from "./changeEmail.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const other = "01890000-0000-7000-8000-000000000002"
const codeId = "01890000-0000-7000-8000-00000000000c"
const nowMs = Date.UTC(2026, 10, 21)
const at = new Date(nowMs).toISOString()
const HOUR_MS = 3_600_000
const [email, next, locale] = ["anna@mail.example", "anna@new.example", "de"]

const opened = AccountOpened.make({
  ...{ personId, userCode: "TestA", email, passwordHash: null, locale, invite: null, openedAt: at },
})
const active = [opened, AccountActivated.make({ personId, activatedAt: at })]
const issued = CodeIssued.make({
  ...{ personId, codeId, purpose: "email", email: next, locale },
  ...{ issuedAt: at, expiresAt: new Date(nowMs + HOUR_MS).toISOString() },
})
const refused = CodeRefused.make({ personId, codeId, purpose: "email", refusedAt: at })
const used = CodeUsed.make({ personId, codeId, purpose: "email", usedAt: at })
const changed = EmailChanged.make({ personId, email: next, previousEmail: email, locale, changedAt: at })
const deleted = AccountDeleted.make({ personId, farewellId: other, email, locale, deletedAt: at })
const given = (history: ReadonlyArray<AccountEvent>) => replay(Account, history)

describe("requesting another address", () => {
  it.each([
    ["mails a code to the new address", active, next, Result.succeed([issued])],
    [
      "is refused with the present address",
      active,
      email,
      Result.fail(new UnfitField({ field: "newEmail", problem: "email.same" })),
    ],
    ["is refused before the account is active", [opened], next, Result.fail(new NoAccount({}))],
    ["is refused after the account was deleted", [...active, deleted], next, Result.fail(new NoAccount({}))],
  ] as const)("%s", (_, history, address, outcome) => {
    expect(requestEmail(address, { personId, codeId, nowMs })(given(history))).toEqual(outcome)
  })
})

describe("changing the address", () => {
  const right = { personId, matches: (id: string) => id === codeId, nowMs }
  const wrong = { ...right, matches: () => false }
  const own = { previous: { ownerId: personId }, next: { ownerId: null } }
  const nothing = { account: [], previous: [], next: [] }
  const done = {
    account: [used, changed],
    previous: [NameReleased.make({ personId, releasedAt: at })],
    next: [NameClaimed.make({ personId, claimedAt: at })],
  }
  it.each([
    ["takes the new address and releases the previous one", [issued], right, own, Result.succeed(done)],
    ["counts wrong digits", [issued], wrong, own, Result.succeed({ ...nothing, account: [refused] })],
    ["takes no code that is over", [issued], { ...right, nowMs: nowMs + HOUR_MS }, own, Result.succeed(nothing)],
    ["takes a code once", [issued, used, changed], right, own, Result.succeed(nothing)],
    ["is impossible without a code", [], right, own, Result.succeed(nothing)],
    [
      "takes no more digits after five wrong ones",
      [issued, refused, refused, refused, refused, refused],
      right,
      own,
      Result.succeed(nothing),
    ],
    [
      "is refused if another account has the address, and the code stays valid",
      [issued],
      right,
      { ...own, next: { ownerId: other } },
      Result.fail(new AlreadyUsed({ what: "email" })),
    ],
  ] as const)("%s", (_, history, code, claims, outcome) => {
    expect(changeEmail(code)(given([...active, ...history]), claims)).toEqual(outcome)
  })

  it("gives later codes the new address", () => {
    expect(given([...active, issued, used, changed])).toMatchObject({ email: next, requestedEmail: null })
  })
})
