import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { Application, type ApplicationForm } from "./applications/Application.ts"
import { apply, withdraw } from "./applications/apply.ts"
import {
  ApplicationApproved,
  type ApplicationEvent,
  ApplicationRejected,
  ApplicationSaved,
  ApplicationSubmitted,
  ApplicationWithdrawn,
  ReviewStarted,
} from "./applications/events.ts"
import { approve, reject, startReview } from "./applications/review.ts"
import { Channel } from "./channel/Channel.ts"
import {
  describeChannel,
  forgetChannel,
  pictureChannel,
  setChannelStatus,
  setCommentLevel,
} from "./channel/changeChannel.ts"
import {
  ChannelCodeGiven,
  ChannelDescribed,
  type ChannelEvent,
  ChannelForgotten,
  ChannelNumbered,
  ChannelOpened,
  ChannelPictured,
  ChannelStatusSet,
  CommentLevelSet,
  SubChannelAdded,
} from "./channel/events.ts"
import { addSubChannel, openChannel } from "./channel/openChannel.ts"
import {
  ABOUT_LENGTH_MAX,
  CHANNEL_LINKS_MAX,
  CREATOR_INVITES_OPEN_MAX,
  SUB_CHANNELS_MAX,
  SUBMISSIONS_DAYS,
  SUBMISSIONS_MAX,
} from "./formRules.ts"
import { CreatorInvited, type CreatorInviteEvent, CreatorInviteTaken } from "./invitations/events.ts"
import { CreatorInvites, inviteCreator, takeInvitation } from "./invitations/inviteCreator.ts"
import { readApplicationForm, readDescription } from "./readChannelForm.ts"
import {
  AlreadyCreator,
  ApplicationInReview,
  NoApplication,
  NoChannel,
  NoInvitation,
  NumberTaken,
  TooManyInvitations,
  TooManySubChannels,
  TooManySubmissions,
  UnfitForm,
} from "./refusals.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const other = "01890000-0000-7000-8000-000000000002"
const nowMs = Date.UTC(2026, 10, 25)
const DAY_MS = 86_400_000
const at = new Date(nowMs).toISOString()
const by = "operator:ada"
const form: ApplicationForm = {
  subject: "Harbour Notes",
  about: "Weekly essays about small ports.",
  links: ["https://harbour.example/"],
  languages: ["en"],
}
const [channelId, channelCode] = [7, "QC7K2M9X4H"]

const saved = ApplicationSaved.make({ personId, ...form, savedAt: at })
const submittedAt = (ms: number) =>
  ApplicationSubmitted.make({ personId, requestTypeId: 1, submittedAt: new Date(ms).toISOString() })
const submitted = submittedAt(nowMs)
const inReview = ReviewStarted.make({ personId, by, startedAt: at })
const withdrawn = ApplicationWithdrawn.make({ personId, withdrawnAt: at })
const rejected = ApplicationRejected.make({ personId, by, reason: "incomplete", note: "Which page?", rejectedAt: at })
const approved = ApplicationApproved.make({ personId, by, channelId, channelCode, approvedAt: at })

const applied = (...history: ReadonlyArray<ApplicationEvent>) => replay(Application, history)
const succeeded = <A>(value: A) => Result.succeed(value)

describe("an application", () => {
  const submit = (isDraft = false) => apply({ personId, nowMs, form, isDraft })

  it.each<[string, ReadonlyArray<ApplicationEvent>, boolean, ReadonlyArray<ApplicationEvent>]>([
    ["is saved and submitted", [], false, [saved, submitted]],
    ["is saved as a draft", [], true, [saved]],
    ["is not saved twice", [saved], true, []],
    ["is submitted from a draft", [saved], false, [submitted]],
    ["stays submitted when it is sent again", [saved, submitted], false, []],
    ["can be submitted again after a rejection", [saved, submitted, rejected], false, [saved, submitted]],
    ["can be submitted again after a withdrawal", [saved, submitted, withdrawn], false, [saved, submitted]],
  ])("%s", (_, history, isDraft, events) => {
    expect(submit(isDraft)(applied(...history))).toEqual(succeeded(events))
  })

  it("can be corrected until its review begins, and stays submitted", () => {
    const next = { ...form, about: "Weekly essays about large ports." }
    const decide = apply({ personId, nowMs, form: next, isDraft: false })
    const corrected = ApplicationSaved.make({ personId, ...next, savedAt: at })
    expect(decide(applied(saved, submitted))).toEqual(succeeded([corrected]))
    expect(applied(saved, submitted, corrected).status).toBe("submitted")
    expect(decide(applied(saved, submitted, inReview))).toEqual(Result.fail(new ApplicationInReview({})))
  })

  it("is refused for a creator", () => {
    expect(submit()(applied(saved, submitted, approved))).toEqual(Result.fail(new AlreadyCreator({})))
  })

  it(`can be submitted ${SUBMISSIONS_MAX} times in ${SUBMISSIONS_DAYS} days`, () => {
    const rounds = (ms: number) => Array.from({ length: SUBMISSIONS_MAX }, () => [submittedAt(ms), rejected]).flat()
    expect(submit()(applied(saved, ...rounds(nowMs - DAY_MS)))).toEqual(Result.fail(new TooManySubmissions({})))
    const long = rounds(nowMs - SUBMISSIONS_DAYS * DAY_MS)
    expect(submit()(applied(saved, ...long))).toEqual(succeeded([saved, submitted]))
  })

  it("can be withdrawn while it is open", () => {
    for (const history of [[saved], [saved, submitted], [saved, submitted, inReview]])
      expect(withdraw({ personId, nowMs })(applied(...history))).toEqual(succeeded([withdrawn]))
    for (const history of [[], [saved, submitted, approved], [saved, submitted, rejected], [saved, withdrawn]])
      expect(withdraw({ personId, nowMs })(applied(...history))).toEqual(Result.fail(new NoApplication({})))
  })

  it("is decided once, and only after it was submitted", () => {
    const decisions = {
      approve: (state: ReturnType<typeof applied>) =>
        Result.map(approve({ personId, by, nowMs, channelId, channelCode })(state), ({ events }) => events),
      reject: reject({ personId, by, nowMs, reason: "incomplete", note: "Which page?" }),
    }
    for (const history of [
      [saved, submitted],
      [saved, submitted, inReview],
    ]) {
      expect(decisions.approve(applied(...history))).toEqual(succeeded([approved]))
      expect(decisions.reject(applied(...history))).toEqual(succeeded([rejected]))
    }
    for (const last of [
      [],
      [saved],
      [saved, submitted, approved],
      [saved, submitted, withdrawn],
      [saved, submitted, rejected],
    ]) {
      expect(decisions.approve(applied(...last))).toEqual(Result.fail(new NoApplication({})))
      expect(decisions.reject(applied(...last))).toEqual(Result.fail(new NoApplication({})))
    }
  })

  it("is taken into review once", () => {
    const start = startReview({ personId, by, nowMs })
    expect(start(applied(saved, submitted))).toEqual(succeeded([inReview]))
    expect(start(applied(saved, submitted, inReview))).toEqual(succeeded([]))
    expect(start(applied(saved))).toEqual(Result.fail(new NoApplication({})))
  })
})

describe("a form of creators", () => {
  it("is cleaned", () => {
    const typed = {
      subject: "  Harbour \n Notes ",
      about: `${form.about}\r\nMore.\u202e`,
      links: [" https://harbour.example/ ", "https://harbour.example/", ""],
      languages: ["en", "en"],
    }
    expect(readApplicationForm(typed, false)).toEqual(succeeded({ ...form, about: `${form.about}\nMore.` }))
  })

  it.each<[string, Partial<ApplicationForm>, string, string]>([
    ["a short name", { subject: "ab" }, "subject", "subject.short"],
    ["a long name", { subject: "a".repeat(81) }, "subject", "subject.long"],
    ["a short text", { about: "Essays." }, "about", "about.short"],
    ["a long text", { about: "a".repeat(ABOUT_LENGTH_MAX + 1) }, "about", "about.long"],
    ["an address that is none", { links: ["harbour"] }, "links", "links.address"],
    ["a script as an address", { links: ["javascript:alert(1)"] }, "links", "links.address"],
    ["an address with a password", { links: ["https://a:b@harbour.example/"] }, "links", "links.address"],
    [
      "too many addresses",
      { links: Array.from({ length: CHANNEL_LINKS_MAX + 1 }, (_, n) => `https://${n}.example/`) },
      "links",
      "links.many",
    ],
    ["no language", { languages: [] }, "languages", "languages.none"],
  ])("is refused with %s", (_, change, field, problem) => {
    expect(readApplicationForm({ ...form, ...change }, false)).toEqual(
      Result.fail(new UnfitForm({ problems: [{ field, problem: problem as "subject.short" }] })),
    )
  })

  it("names all problems at once, and may be incomplete as a draft", () => {
    const empty = { subject: "", about: "", links: [], languages: [] }
    expect(Result.isSuccess(readApplicationForm(empty, true))).toBe(true)
    const refused = readApplicationForm(empty, false)
    const fields = Result.isFailure(refused) ? refused.failure.problems.map(({ field }) => field) : []
    expect(fields).toEqual(["subject", "about", "languages"])
  })

  it("checks only the fields of a description that change", () => {
    expect(readDescription({ tags: [" Ports ", "ports", "Sea"] })).toEqual(succeeded({ tags: ["ports", "sea"] }))
    expect(Result.isFailure(readDescription({ subject: "" }))).toBe(true)
    expect(Result.isFailure(readDescription({ tags: ["a".repeat(41)] }))).toBe(true)
  })
})

const opened = ChannelOpened.make({
  personId,
  channelId,
  channelCode,
  parentId: null,
  subject: "Harbour Notes",
  languages: ["en"],
  openedAt: at,
})
const known = (...history: ReadonlyArray<ChannelEvent>) => replay(Channel, [opened, ...history])

describe("a channel", () => {
  const opening = {
    personId,
    nowMs,
    channelId,
    channelCode,
    parentId: null,
    subject: "Harbour Notes",
    languages: ["en"],
  }

  it("is opened with the next number and a code that no channel had", () => {
    const free = { numbers: { last: channelId - 1 }, code: { isGiven: false } }
    expect(openChannel(opening)(free)).toEqual(
      succeeded({
        numbers: [ChannelNumbered.make({ channelId, numberedAt: at })],
        code: [ChannelCodeGiven.make({ channelId, givenAt: at })],
        channel: [opened],
      }),
    )
    const taken = Result.fail(new NumberTaken({}))
    expect(openChannel(opening)({ ...free, numbers: { last: channelId } })).toEqual(taken)
    expect(openChannel(opening)({ ...free, code: { isGiven: true } })).toEqual(taken)
  })

  it("[S4-048] is active and shown, and open to comments of everybody", () => {
    expect(known()).toMatchObject({ statusId: 1, displayStatusId: 1, commentLevelId: 1 })
  })

  it("has a limited number of sub-channels, which have none", () => {
    const add = addSubChannel({ personId, channelId: 9, nowMs })
    const added = SubChannelAdded.make({ personId, channelId, subChannelId: 9, addedAt: at })
    expect(add(known())).toEqual(succeeded([added]))
    const many = Array.from({ length: SUB_CHANNELS_MAX }, () => added)
    expect(add(known(...many))).toEqual(Result.fail(new TooManySubChannels({})))
    expect(add({ ...known(), parentId: 1 })).toEqual(Result.fail(new NoChannel({})))
    expect(addSubChannel({ personId: other, channelId: 9, nowMs })(known())).toEqual(Result.fail(new NoChannel({})))
  })

  it("changes only what is given, and nothing twice", () => {
    const fields = { subject: "Harbour Notes", bio: "Ports.", links: [], languages: ["en"], tags: [] }
    const described = ChannelDescribed.make({ personId, channelId, ...fields, describedAt: at })
    expect(describeChannel({ personId, nowMs, bio: "Ports." })(known())).toEqual(succeeded([described]))
    expect(describeChannel({ personId, nowMs, bio: "Ports." })(known(described))).toEqual(succeeded([]))
    const pictured = ChannelPictured.make({ personId, channelId, icon: "a.webp", banner: null, picturedAt: at })
    expect(pictureChannel({ personId, nowMs, icon: "a.webp" })(known())).toEqual(succeeded([pictured]))
    expect(pictureChannel({ personId, nowMs, icon: "a.webp" })(known(pictured))).toEqual(succeeded([]))
    const level = CommentLevelSet.make({ personId, channelId, commentLevelId: 2, setAt: at })
    expect(setCommentLevel({ personId, nowMs, commentLevelId: 2 })(known())).toEqual(succeeded([level]))
    expect(setCommentLevel({ personId, nowMs, commentLevelId: 2 })(known(level))).toEqual(succeeded([]))
  })

  it("names a successor while it is closed, which is not itself", () => {
    const close = { personId, nowMs, statusId: 3, successorCode: "QC00000000" }
    const closed = ChannelStatusSet.make({
      personId,
      channelId,
      statusId: 3,
      displayStatusId: 1,
      successorCode: "QC00000000",
      setAt: at,
    })
    expect(setChannelStatus(close)(known())).toEqual(succeeded([closed]))
    expect(setChannelStatus({ personId, nowMs, statusId: 1 })(known(closed))).toEqual(
      succeeded([
        ChannelStatusSet.make({ personId, channelId, statusId: 1, displayStatusId: 1, successorCode: null, setAt: at }),
      ]),
    )
    expect(Result.isFailure(setChannelStatus({ ...close, successorCode: channelCode })(known()))).toBe(true)
  })

  it("belongs to its creator alone", () => {
    const refused = Result.fail(new NoChannel({}))
    expect(describeChannel({ personId: other, nowMs, bio: "x" })(known())).toEqual(refused)
    expect(pictureChannel({ personId: other, nowMs, icon: null })(known())).toEqual(refused)
    expect(setChannelStatus({ personId: other, nowMs, statusId: 3 })(known())).toEqual(refused)
    expect(setCommentLevel({ personId: other, nowMs, commentLevelId: 4 })(known())).toEqual(refused)
    expect(forgetChannel({ personId: other, nowMs })(known())).toEqual(succeeded([]))
    const forgotten = ChannelForgotten.make({ personId, channelId, forgottenAt: at })
    expect(forgetChannel({ personId, nowMs })(known())).toEqual(succeeded([forgotten]))
    expect(describeChannel({ personId, nowMs, bio: "x" })(known(forgotten))).toEqual(refused)
  })
})

describe("an invitation of a creator", () => {
  const inviteId = "01890000-0000-7000-8000-0000000000aa"
  const feedId = "7zkq2m4hd0v9x1c3b5n8"
  const invited = CreatorInvited.make({ personId, inviteId, feedId, name: "Lin", invitedAt: at })
  const taken = CreatorInviteTaken.make({ personId, inviteId, takerId: other, takenAt: at })
  const made = (...history: ReadonlyArray<CreatorInviteEvent>) => replay(CreatorInvites, history)
  const invite = inviteCreator({ personId, inviteId, feedId, name: "Lin", nowMs })

  it("is made once for a feed while it is open", () => {
    expect(invite(made())).toEqual(succeeded([invited]))
    expect(invite(made(invited))).toEqual(succeeded([]))
    expect(invite(made(invited, taken))).toEqual(succeeded([invited]))
  })

  it("is refused if too many are open", () => {
    const many = Array.from({ length: CREATOR_INVITES_OPEN_MAX }, (_, n) =>
      CreatorInvited.make({ ...invited, inviteId: `${n}`, feedId: null }),
    )
    expect(invite(made(...many))).toEqual(Result.fail(new TooManyInvitations({})))
  })

  it("is used once, and not by its maker", () => {
    const take = (takerId: string) => takeInvitation({ personId, inviteId, takerId, nowMs })
    expect(take(other)(made(invited))).toEqual(succeeded([taken]))
    expect(take(other)(made(invited, taken))).toEqual(succeeded([]))
    expect(take(personId)(made(invited))).toEqual(Result.fail(new NoInvitation({})))
    expect(take(feedId)(made(invited, taken))).toEqual(Result.fail(new NoInvitation({})))
    expect(take(other)(made())).toEqual(Result.fail(new NoInvitation({})))
  })
})
