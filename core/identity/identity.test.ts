import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { AccessLog, LOOKS_PER_HOUR_MAX, recordLook } from "./access/AccessLog.ts"
import { beginCheck, levelOf, readStatement } from "./check/beginCheck.ts"
import { Check, type CheckState } from "./check/Check.ts"
import { addDocument, missingSides, recordShredded, removeDocument, submitCheck } from "./check/changeDocuments.ts"
import type { CheckEvent } from "./check/events.ts"
import {
  DOCUMENTS_MAX,
  type DocumentKind,
  kycStatusOf,
  type Level,
  REJECTION_REASONS,
  type RejectionReason,
  type Side,
} from "./contract.ts"
import {
  abandonCheck,
  closeCheck,
  expireCheck,
  isShredDue,
  liftPreservation,
  orderPreservation,
  withdrawConsent,
} from "./retention/endCheck.ts"
import { CLAIM_MS_MAX, claimReview, releaseReview } from "./review/claimReview.ts"
import { askResubmission, readDocument, rejectIdentity, revokeIdentity, verifyIdentity } from "./review/decideReview.ts"

const DAY_MS = 86_400_000
const NOW = Date.parse("2026-11-27T10:00:00.000Z")
const STATEMENT = {
  level: 2,
  fullName: "Anna  Maria Eriksson",
  birthDate: "1974-08-12",
  country: "se",
  hasConsent: true,
}
const ids = { checkId: "check", personId: "person" }

/** Runs decisions one after the other; each must succeed. */
const applied = (
  state: CheckState,
  ...decisions: ReadonlyArray<(state: CheckState) => Result.Result<ReadonlyArray<CheckEvent>, unknown>>
): CheckState =>
  decisions.reduce(
    (current, decide) => replay({ ...Check, initial: current }, Result.getOrThrow(decide(current))),
    state,
  )

const begun = (level: Level = 2, earlier: ReadonlyArray<CheckState> = [], nowMs = NOW): CheckState => {
  const statement = Result.getOrThrow(readStatement({ ...STATEMENT, level }, nowMs))
  const events = beginCheck({ ...ids, statement, locale: "en", policy: "prove-and-shred", nowMs }, earlier)
  return replay(Check, Result.getOrThrow(events))
}
const image = (kind: DocumentKind, side: Side = "front", docId = `${kind} ${side}`) =>
  addDocument(
    {
      ...{ docId, kind, side, country: "SE", digest: docId },
      quality: { widthPx: 4_000, heightPx: 3_000, sharpness: 200, hints: [] },
    },
    NOW,
  )
const submitted = (level: Level = 2) =>
  applied(begun(level), image("passport"), ...(level === 3 ? [image("proofOfAddress")] : []), submitCheck(NOW))
const ada = { by: "operator:ada", personIds: [], nowMs: NOW }
const lin = { ...ada, by: "operator:lin" }
const reading = (docId = "passport front", failedDigits: ReadonlyArray<string> = [], day = "2030-01-31") =>
  ({ docId, format: "TD3", failedDigits, numberHmac: "n", day }) as const
const verify = (reviewer = ada, isOverride = false) =>
  verifyIdentity(reviewer, { policy: "prove-and-shred", isOverride })
const tagOf = (result: Result.Result<unknown, unknown>) => {
  if (Result.isSuccess(result)) return "ok"
  const { _tag, problem } = result.failure as { readonly _tag: string; readonly problem?: string }
  return problem === undefined ? _tag : `${_tag} ${problem}`
}

describe("a statement", () => {
  it.each([
    [{ fullName: "A" }, "fullName"],
    [{ fullName: "x".repeat(201) }, "fullName"],
    [{ birthDate: "1974-02-30" }, "birthDate"],
    [{ birthDate: "2008-11-28" }, "age"],
    [{ birthDate: "1890-01-01" }, "age"],
    [{ country: "ZZ" }, "country"],
    [{ country: "X" }, "country"],
    [{ hasConsent: false }, "consent"],
    [{ level: 4 }, "level"],
  ])("with %o is refused", (change, problem) => {
    const read = readStatement({ ...STATEMENT, ...change }, NOW)
    expect(Result.isFailure(read) && read.failure.problems.map((each) => each.problem)).toEqual([problem])
  })

  it("is accepted on the 18th birthday, with one space between names", () => {
    expect(Result.getOrThrow(readStatement({ ...STATEMENT, birthDate: "2008-11-27" }, NOW))).toEqual({
      ...{ level: 2, fullName: "Anna Maria Eriksson", birthDate: "2008-11-27", country: "SE" },
    })
  })

  it("verifies level 1 at once, for three years [S1-017]", () => {
    const check = begun(1)
    expect([check.phase, levelOf([check], NOW), levelOf([check], check.untilMs)]).toEqual(["verified", 1, 0])
    expect(new Date(check.untilMs).toISOString()).toBe("2029-11-27T10:00:00.000Z")
  })
})

describe("beginning a check", () => {
  it("is refused while one is open, and while the level is valid", () => {
    expect(() => begun(2, [begun(3)])).toThrow(expect.objectContaining({ _tag: "CheckExists" }))
    expect(() => begun(1, [begun(1)])).toThrow(expect.objectContaining({ _tag: "CheckExists" }))
    expect(begun(2, [begun(1)]).phase).toBe("draft")
  })

  it("is possible within 90 days before the end, and 180 days after a rejection", () => {
    const first = begun(1)
    expect(begun(1, [first], first.untilMs - 89 * DAY_MS).phase).toBe("verified")
    const reject = rejectIdentity(ada, { reason: "altered", note: "", policy: "aml" })
    const rejected = applied(submitted(), claimReview(ada), readDocument(reading(), ada, null), reject)
    expect(() => begun(2, [rejected], NOW + 179 * DAY_MS)).toThrow(expect.objectContaining({ _tag: "TooEarly" }))
    expect(begun(2, [rejected], NOW + 180 * DAY_MS).phase).toBe("draft")
  })
})

describe("documents", () => {
  it("are complete with all sides, and with a proof of address for level 3 [S7-086]", () => {
    const card = applied(begun(3), image("identityCard"))
    expect(missingSides(card)).toEqual([
      { kind: "identityCard", side: "back" },
      { kind: "proofOfAddress", side: "front" },
    ])
    expect(tagOf(submitCheck(NOW)(card))).toBe("IncompleteDocuments")
    const full = applied(card, image("identityCard", "back"), image("proofOfAddress"), submitCheck(NOW))
    expect([full.phase, kycStatusOf(full.phase)]).toEqual(["pending", 2])
  })

  it("replace the same side, and another kind of document", () => {
    const check = applied(begun(), image("identityCard"), image("identityCard", "back"), image("passport"))
    expect(check.documents.map(({ docId, isRemoved }) => [docId, isRemoved])).toEqual([
      ["identityCard front", true],
      ["identityCard back", true],
      ["passport front", false],
    ])
  })

  it("have different bytes, a fitting side, and a limit", () => {
    const check = applied(begun(), image("identityCard", "front", "same"))
    expect(tagOf(image("identityCard", "back", "same")(check))).toBe("SameImage")
    expect(tagOf(image("passport", "back")(check))).toBe("NoCheck")
    const many = Array.from({ length: DOCUMENTS_MAX }, (_, count) => image("passport", "front", `${count}`))
    expect(tagOf(image("passport")(applied(begun(), ...many)))).toBe("TooManyDocuments")
  })

  it("cannot be changed while they are reviewed", () => {
    expect(tagOf(image("passport")(submitted()))).toBe("NoCheck")
    expect(tagOf(removeDocument("passport front", NOW)(submitted()))).toBe("NoCheck")
  })
})

describe("a review", () => {
  it("needs a claim, which others respect for 15 minutes", () => {
    const claimed = applied(submitted(), claimReview(ada))
    expect(tagOf(claimReview(lin)(claimed))).toBe("NotClaimed")
    expect(tagOf(verify(lin)(claimed))).toBe("NotClaimed")
    expect(tagOf(claimReview({ ...lin, nowMs: NOW + CLAIM_MS_MAX })(claimed))).toBe("ok")
    expect(tagOf(verify()(submitted()))).toBe("NotClaimed")
    expect(tagOf(claimReview(lin)(applied(claimed, releaseReview(ada))))).toBe("ok")
  })

  it("is never one's own", () => {
    for (const own of [
      { ...ada, by: "user:person" },
      { ...ada, personIds: ["person"] },
    ])
      expect(tagOf(claimReview(own)(submitted()))).toBe("ReviewRefused self")
  })

  it("verifies after a document was read, until it expires or three years have passed", () => {
    const claimed = applied(submitted(), claimReview(ada))
    expect(tagOf(verify()(claimed))).toBe("ReviewRefused unread")
    expect(
      tagOf(verify()(applied(claimed, readDocument(reading("passport front", [], "2026-11-20"), ada, null)))),
    ).toBe("ReviewRefused expired")
    const short = applied(claimed, readDocument(reading("passport front", [], "2027-01-31"), ada, null), verify())
    expect(new Date(short.untilMs).toISOString()).toBe("2027-02-01T12:00:00.000Z")
    const long = applied(claimed, readDocument(reading(), ada, null), verify())
    expect([long.phase, new Date(long.untilMs).getUTCFullYear(), levelOf([long], NOW)]).toEqual(["verified", 2029, 2])
  })

  it.each([
    ["level 3", 3, [], null],
    ["a reused number", 2, [], "other"],
    ["a wrong check digit", 2, ["documentNumber"], null],
  ] as const)("needs two people for %s", (_, level, failed, other) => {
    const proof = level === 3 ? [readDocument(reading("proofOfAddress front", [], "2026-10-01"), ada, null)] : []
    const read = applied(
      submitted(level),
      claimReview(ada),
      readDocument(reading("passport front", failed), ada, other),
      ...proof,
    )
    if (failed.length > 0) expect(tagOf(verify()(read))).toBe("ReviewRefused digits")
    const first = applied(read, verify(ada, true))
    expect([first.phase, first.approvedBy, first.claim]).toEqual(["pending", "operator:ada", null])
    const again = applied(first, claimReview(ada))
    expect(tagOf(verify(ada, true)(again))).toBe("ReviewRefused same")
    expect(applied(first, claimReview(lin), verify(lin, true)).phase).toBe("verified")
  })

  it("refuses a proof of address that is older than 90 days or from the future", () => {
    const claimed = applied(submitted(3), claimReview(ada), readDocument(reading(), ada, null))
    const on = (day: string) =>
      verify()(applied(claimed, readDocument(reading("proofOfAddress front", [], day), ada, null)))
    expect([on("2026-08-01"), on("2026-11-28"), on("2026-09-01")].map(tagOf)).toEqual([
      "ReviewRefused proof",
      "ReviewRefused proof",
      "ok",
    ])
  })

  it("asks for other images with reasons, at most five times", () => {
    const request = askResubmission(ada, [{ docId: "passport front", reason: "glare" }], "")
    const requested = applied(submitted(), claimReview(ada), request)
    expect([requested.phase, kycStatusOf(requested.phase)]).toEqual(["resubmission", 7])
    expect(tagOf(askResubmission(ada, [], "")(applied(submitted(), claimReview(ada))))).toBe("ReviewRefused reasons")
    expect(
      tagOf(askResubmission(ada, [{ docId: "x", reason: "glare" }], "")(applied(submitted(), claimReview(ada)))),
    ).toBe("ReviewRefused reasons")
    const round = [submitCheck(NOW), claimReview(ada), request]
    const fifth = applied(requested, ...round, ...round, ...round, submitCheck(NOW), claimReview(ada))
    expect([fifth.attempts, tagOf(request(fifth))]).toEqual([5, "TooManyAttempts"])
  })

  it("rejects a document itself only after it was read, so that later checks recognise its number", () => {
    const claimed = applied(submitted(), claimReview(ada))
    const reject = (reason: RejectionReason) => rejectIdentity(ada, { reason, note: "", policy: "prove-and-shred" })
    const outcomes = REJECTION_REASONS.map((reason) => [reason, tagOf(reject(reason)(claimed))])
    expect(Object.fromEntries(outcomes)).toEqual({
      ...{ altered: "ReviewRefused unread", notThePerson: "ReviewRefused unread" },
      ...{ underage: "ok", notAccepted: "ok", other: "ok" },
    })
    expect(applied(claimed, readDocument(reading(), ada, null), reject("altered")).phase).toBe("rejected")
  })

  it("can be revoked by one person, once verified", () => {
    const revoke = revokeIdentity(lin, { reason: "stolen", policy: "prove-and-shred" })
    const verified = applied(submitted(), claimReview(ada), readDocument(reading(), ada, null), verify())
    expect(tagOf(revoke(submitted()))).toBe("NoCheck")
    const revoked = applied(verified, revoke)
    expect([revoked.phase, levelOf([revoked], NOW), kycStatusOf(revoked.phase)]).toEqual(["revoked", 0, 5])
  })
})

describe("images", () => {
  const verified = () => applied(submitted(), claimReview(ada), readDocument(reading(), ada, null), verify())

  it("are due 30 days after the decision under prove-and-shred", () => {
    expect(isShredDue(verified(), NOW + 30 * DAY_MS - 1)).toBe(false)
    expect(isShredDue(verified(), NOW + 30 * DAY_MS)).toBe(true)
  })

  it("are kept for five years after the end of the account under aml, and not for an undecided check", () => {
    const check = applied(
      submitted(),
      claimReview(ada),
      readDocument(reading(), ada, null),
      verifyIdentity(ada, { policy: "aml", isOverride: false }),
    )
    expect(check.shredMs).toBeNull()
    const left = applied(check, closeCheck("aml", NOW))
    expect(new Date(left.shredMs ?? 0).toISOString()).toBe("2031-11-27T10:00:00.000Z")
    expect(applied(submitted(), closeCheck("aml", NOW)).shredMs).toBe(NOW)
  })

  it("are due at once when the consent is withdrawn between upload and review", () => {
    const claimed = applied(submitted(), claimReview(ada), withdrawConsent(NOW))
    expect([claimed.phase, isShredDue(claimed, NOW), tagOf(verify()(claimed))]).toEqual(["withdrawn", true, "NoCheck"])
  })

  it("wait for the end of a preservation, and what is overdue goes at once", () => {
    const stored = applied(verified(), orderPreservation("operator:ada", "Order of the court", NOW))
    expect(isShredDue(stored, NOW + 90 * DAY_MS)).toBe(false)
    expect(isShredDue(applied(stored, liftPreservation("operator:ada", NOW)), NOW + 90 * DAY_MS)).toBe(true)
    expect(tagOf(orderPreservation("operator:ada", "short", NOW)(verified()))).toBe("ReviewRefused note")
  })

  it("are recorded as shredded once", () => {
    const shredded = applied(verified(), recordShredded("passport front", "retention", "system", NOW))
    expect(recordShredded("passport front", "retention", "system", NOW)(shredded)).toEqual(Result.succeed([]))
  })
})

it("a verified identity expires, and an open check is closed after 30 idle days", () => {
  const check = begun(1)
  expect(Result.getOrThrow(expireCheck("prove-and-shred", check.untilMs - 1)(check))).toEqual([])
  expect(kycStatusOf(applied(check, expireCheck("prove-and-shred", check.untilMs)).phase)).toBe(6)
  expect(applied(begun(2), abandonCheck(NOW + 29 * DAY_MS)).phase).toBe("draft")
  expect(applied(begun(2), abandonCheck(NOW + 30 * DAY_MS)).phase).toBe("closed")
})

it("the 31st look of an operator within an hour is refused", () => {
  const check = {
    checkId: "c",
    personId: "p",
    subjectId: "p",
    docId: "d",
    by: "operator:ada",
    role: "reviewer",
  } as const
  const record = (ms: number) => recordLook({ ...check, reason: "Review of the check", embargoUntil: null }, ms)
  const looks = Array.from({ length: LOOKS_PER_HOUR_MAX }, (_, count) =>
    Result.getOrThrow(record(NOW + count)(AccessLog.initial)),
  )
  const state = replay(AccessLog, looks.flat())
  expect(tagOf(record(NOW + 1_000)(state))).toBe("NotOpened")
  expect(tagOf(record(NOW + 3_600_000)(state))).toBe("ok")
})
