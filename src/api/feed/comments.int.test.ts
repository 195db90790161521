import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { COMMENTS_PAGE_SIZE, TRUSTED_AFTER_COMMENTS } from "#contract/publishing"
import { AccountDeletion } from "#core/accounts"
import { Chats } from "#core/chat"
import { uuidv7 } from "#core/kernel"
import { Comments, Likes } from "#core/publishing"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeCreator } from "../../../core/channels/testing/makeCreator.ts"
import { as } from "../testing/accountCalls.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let fan: TestPerson

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  mara = await kit.people.make({ displayName: "Mara" })
  await makeCreator(db.url, mara)
  fan = await kit.people.make({ displayName: "Fan" })
  await grant(fan, 3)
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const call = (name: string, body: object, person?: TestPerson) =>
  kit.post(`/api/Feed/${name}`, body, person === undefined ? {} : as(person))
const grant = async (person: TestPerson, level: 2 | 3) => {
  const granted = Chats.use((chats) => chats.grant({ creatorId: mara.personId, personId: person.personId, level }))
  await run(waitFor("chat", (await run(Effect.orDie(granted))).position))
}
let titles = 0
const publish = async (more: object = {}): Promise<string> => {
  titles += 1
  const body = { title: `Tides ${titles}`, preview: "The harbour.", contentStatusId: 3, ...more }
  const { data } = (await call("createContent", body, mara)).body
  return (data["content"] as { readonly id: string }).id
}
type Comment = {
  readonly id: string
  readonly text: string
  readonly status: string
  readonly displayName: string
  readonly replyCount: number
  readonly likes: number
  readonly replies: ReadonlyArray<Comment>
} & Readonly<Record<string, unknown>>
const write = async (contentId: string, text: string, person = fan, parentCommentId?: string): Promise<Comment> => {
  const answer = await call(
    "CreateComment",
    { contentId, text, ...(parentCommentId ? { parentCommentId } : {}) },
    person,
  )
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.data["comment"] as Comment
}
const load = async (contentId: string, person?: TestPerson, more: object = {}) => {
  const answer = await call("LoadComments", { contentId, ...more }, person)
  expect(answer.status).toBe(200)
  return answer.body.data as unknown as {
    readonly comments: ReadonlyArray<Comment>
    readonly count: number
    readonly next: string | null
    readonly mayComment: boolean
    readonly commentLevelId: number
  }
}
const textsOf = ({ comments }: { readonly comments: ReadonlyArray<Comment> }) => comments.map(({ text }) => text)

describe("comments on a content", () => {
  it("[S7-118] are written by members, as plain text, and answered", async () => {
    const contentId = await publish()
    const first = await write(contentId, "<b>Calm</b>\u202E water")
    expect(first).toMatchObject({ text: "<b>Calm</b> water", status: "shown", commentTypeId: 1, isOwn: true })
    const reply = await write(contentId, "It is", mara, first.id)
    expect(reply).toMatchObject({ commentTypeId: 2, depth: 1, answeredName: "Fan", isCreator: true })
    await write(contentId, "Thanks", fan, reply.id)
    const { comments, count } = await load(contentId)
    expect(count).toBe(3)
    expect(comments).toMatchObject([{ id: first.id, replyCount: 2, displayName: "Fan", isOwn: false, editable: false }])
    expect(comments[0]?.replies.map(({ text, depth, answeredName }) => [text, depth, answeredName])).toEqual([
      ["It is", 1, "Fan"],
      ["Thanks", 2, "Mara"],
    ])
    expect(await call("CreateComment", { contentId, text: "Hello" })).toMatchObject({ status: 401 })
    expect(await call("CreateComment", { contentId, text: " \n" }, fan)).toMatchObject({
      status: 400,
      body: { errors: { text: ["Write something first."] } },
    })
    const elsewhere = await publish()
    expect(
      await call("CreateComment", { contentId: elsewhere, text: "x", parentCommentId: first.id }, fan),
    ).toMatchObject({ status: 404 })
    expect(await call("CreateComment", { contentId: "none", text: "x" }, fan)).toMatchObject({ status: 404 })
  })

  it("[S7-117] come in pages of 20 that later comments do not shift, in three orders", async () => {
    const contentId = await publish()
    const written: Array<string> = []
    for (let number = 1; number <= COMMENTS_PAGE_SIZE + 3; number += 1)
      written.push((await write(contentId, `Comment ${number}`)).id)
    const first = await load(contentId, undefined, { order: "oldest" })
    expect([first.comments.length, first.comments[0]?.text]).toEqual([COMMENTS_PAGE_SIZE, "Comment 1"])
    await write(contentId, "Later")
    const second = await load(contentId, undefined, { order: "oldest", cursor: first.next })
    expect(textsOf(second)).toEqual(["Comment 21", "Comment 22", "Comment 23"])
    expect(second.next).toBe(null)
    expect(textsOf(await load(contentId))[0]).toBe("Later")
    const liked = { contentId, commentId: written[4] }
    await call("UpdateUserLike", { ...liked, userLikeStatusId: 2 }, mara)
    const mostLiked = await load(contentId, mara, { order: "mostLiked" })
    expect(mostLiked.comments[0]).toMatchObject({ text: "Comment 5", likes: 1, userLikeStatusId: 2 })
    const rest = await load(contentId, mara, { order: "mostLiked", cursor: mostLiked.next })
    expect(new Set([...textsOf(mostLiked), ...textsOf(rest)]).size).toBe(COMMENTS_PAGE_SIZE + 4)
  })

  it("[S7-117] show three replies of each thread, all of them on request, and the thread of a link", async () => {
    const contentId = await publish()
    const root = await write(contentId, "Root")
    const replies: Array<Comment> = []
    for (const text of ["a", "b", "c", "d", "e"]) replies.push(await write(contentId, text, fan, root.id))
    await write(contentId, "a1", mara, replies[0]?.id)
    const [thread] = (await load(contentId)).comments
    expect([thread?.replyCount, thread?.replies.map(({ text }) => text)]).toEqual([6, ["a", "b", "c"]])
    expect(textsOf(await load(contentId, undefined, { rootCommentId: root.id }))).toEqual([
      "a",
      "a1",
      "b",
      "c",
      "d",
      "e",
    ])
    const [linked] = (await load(contentId, undefined, { commentId: replies[3]?.id })).comments
    expect([linked?.text, linked?.replies.map(({ text }) => text)]).toEqual(["Root", ["a", "b", "c", "d"]])
    expect(await load(await publish(), undefined, { commentId: root.id })).toMatchObject({ comments: [] })
    expect(await load(await publish(), undefined, { rootCommentId: root.id })).toMatchObject({ comments: [] })
  })

  it("[S7-118] may answer each other 10,000 deep, and the thread of the deepest one is read in pages", {
    tags: ["long"],
    timeout: 300_000,
  }, async () => {
    const contentId = await publish()
    const root = await write(contentId, "Root")
    const deep = await run(
      Effect.orDie(
        Effect.gen(function* () {
          const comments = yield* Comments
          let parentId = root.id
          for (let depth = 1; depth <= 10_000; depth++)
            parentId = (yield* comments.post(fan.personId, contentId, parentId, `Deep ${depth}`)).commentId
          return parentId
        }),
      ),
    )
    await expect.poll(async () => (await load(contentId)).count, { timeout: 120_000 }).toBe(10_001)
    const [thread] = (await load(contentId)).comments
    expect([thread?.replyCount, textsOf({ comments: thread?.replies ?? [] })]).toEqual([
      10_000,
      ["Deep 1", "Deep 2", "Deep 3"],
    ])
    const texts: Array<string> = []
    for (let cursor: string | null = null, pages = 0; pages < 1_000; pages++) {
      const page: Awaited<ReturnType<typeof load>> = await load(contentId, undefined, {
        rootCommentId: root.id,
        ...(cursor === null ? {} : { cursor }),
      })
      texts.push(...textsOf(page))
      cursor = page.next
      if (cursor === null) break
    }
    expect(texts).toEqual(Array.from({ length: 10_000 }, (_, index) => `Deep ${index + 1}`))
    const linked = await call("LoadComments", { contentId, commentId: deep })
    expect(linked.status).toBe(200)
    // An answer has a bound, however deep its comment is.
    expect(linked.bytes.length).toBeLessThan(4_000_000)
  })

  it("[S7-119] are removed by their author or the creator, with a placeholder while there are replies", async () => {
    const contentId = await publish()
    const [root, alone] = [await write(contentId, "Root"), await write(contentId, "Alone")]
    await write(contentId, "Reply", mara, root.id)
    const stranger = await kit.people.make()
    expect(await call("DeleteComment", { commentId: root.id }, stranger)).toMatchObject({ status: 404 })
    expect(await call("DeleteComment", { commentId: root.id })).toMatchObject({ status: 401 })
    for (let time = 0; time < 2; time += 1)
      expect(await call("DeleteComment", { commentId: root.id }, fan)).toMatchObject({ status: 200 })
    await call("DeleteComment", { commentId: alone.id }, mara)
    const { comments, count } = await load(contentId)
    expect(count).toBe(1)
    expect(comments).toMatchObject([
      { id: root.id, text: "", displayName: "", userCode: "", removedBy: "author", replies: [{ text: "Reply" }] },
    ])
    expect(await call("CreateComment", { contentId, text: "x", parentCommentId: root.id }, fan)).toMatchObject({
      status: 404,
    })
  })

  it("are corrected by their author alone", async () => {
    const contentId = await publish()
    const { id: commentId } = await write(contentId, "Tipo")
    expect(await call("UpdateComment", { commentId, text: "Typo" }, fan)).toMatchObject({ status: 200 })
    expect(await call("UpdateComment", { commentId, text: "Mine" }, mara)).toMatchObject({ status: 404 })
    expect((await load(contentId)).comments).toMatchObject([{ text: "Typo", edited: expect.any(Number) }])
  })

  it("are as private as the gated part of their content", async () => {
    const contentId = await publish({ gated: "Secret", levelId: 2 })
    const [guest, subscriber] = [await kit.people.make(), await kit.people.make()]
    await grant(subscriber, 2)
    const { id: commentId } = await write(contentId, "Canary", subscriber)
    for (const person of [undefined, guest]) {
      expect(await call("LoadComments", { contentId }, person)).toMatchObject({ status: 404, body: { data: null } })
    }
    expect(await call("CreateComment", { contentId, text: "x" }, guest)).toMatchObject({ status: 404 })
    expect(await call("UpdateUserLike", { contentId, commentId, userLikeStatusId: 2 }, guest)).toMatchObject({
      status: 404,
    })
    expect(await call("ReportComment", { commentId, reason: "" }, guest)).toMatchObject({ status: 404 })
    expect(textsOf(await load(contentId, fan))).toEqual(["Canary"])
    await run(
      Effect.orDie(Chats.use((chats) => chats.revoke({ creatorId: mara.personId, personId: subscriber.personId }))),
    )
    expect(await call("UpdateComment", { commentId, text: "Still here" }, subscriber)).toMatchObject({ status: 404 })
  })

  it("follow the comment level of the channel, and that of the content before it", async () => {
    const contentId = await publish()
    const stranger = await kit.people.make()
    const setLevel = (commentLevelId: number | null, person = mara) =>
      call("UpdateCommentLevel", { contentId, commentLevelId }, person)
    expect(await setLevel(2)).toMatchObject({ status: 200 })
    expect(await load(contentId, stranger)).toMatchObject({ commentLevelId: 2, mayComment: false })
    expect(await call("CreateComment", { contentId, text: "x" }, stranger)).toMatchObject({
      status: 409,
      body: { message: "Only subscribers can comment here." },
    })
    await write(contentId, "I may")
    await setLevel(4)
    expect(await call("CreateComment", { contentId, text: "x" }, mara)).toMatchObject({ status: 409 })
    await setLevel(null)
    expect(await load(contentId, stranger)).toMatchObject({ commentLevelId: 1, mayComment: true })
    expect(await setLevel(1, stranger)).toMatchObject({ status: 404 })
  })
})

describe("the review of comments", () => {
  const review = async () =>
    (await call("LoadCommentReview", {}, mara)).body.data as unknown as {
      readonly comments: ReadonlyArray<Comment>
      readonly banned: ReadonlyArray<{ readonly userCode: string }>
    }
  const decide = (commentId: string, action: string, person = mara) =>
    call("ReviewComment", { commentId, action }, person)

  it("holds a newcomer's first comment until the creator approves it", async () => {
    const contentId = await publish()
    const newcomer = await kit.people.make({ displayName: "New" })
    const { id, status } = await write(contentId, "First!", newcomer)
    expect(status).toBe("held")
    expect(textsOf(await load(contentId))).toEqual([])
    expect(textsOf(await load(contentId, fan))).toEqual([])
    expect(textsOf(await load(contentId, newcomer))).toEqual(["First!"])
    expect((await review()).comments).toMatchObject([
      { id, heldFor: "newcomer", displayName: "New", contentTitle: `Tides ${titles}` },
    ])
    expect(await decide(id, "approve", newcomer)).toMatchObject({ status: 404 })
    expect(await decide(id, "approve")).toMatchObject({ status: 200 })
    expect(await load(contentId)).toMatchObject({ count: 1, comments: [{ text: "First!" }] })
    expect((await write(contentId, "Second", newcomer)).status).toBe("shown")
    expect(await write(contentId, "second ", newcomer)).toMatchObject({ status: "held", heldFor: "repeat" })
    expect(await write(contentId, "See https://spam.example", newcomer)).toMatchObject({ heldFor: "links" })
    for (let number = 2; number < TRUSTED_AFTER_COMMENTS; number += 1)
      await write(contentId, `Number ${number}`, newcomer)
    expect((await write(contentId, "See https://a.example", newcomer)).status).toBe("shown")
  })

  it("bans people from all channels of the creator, and lifts bans", async () => {
    const contentId = await publish()
    const troll = await kit.people.make({ displayName: "Troll" })
    const { id } = await write(contentId, "Bah", troll)
    expect(await decide(id, "ban", fan)).toMatchObject({ status: 404 })
    expect(await decide(id, "ban")).toMatchObject({ status: 200 })
    expect(await call("CreateComment", { contentId, text: "Again" }, troll)).toMatchObject({
      status: 409,
      body: { message: "You can’t comment in this channel." },
    })
    expect(await load(contentId, troll)).toMatchObject({ mayComment: false })
    expect((await review()).banned).toMatchObject([{ displayName: "Troll" }])
    await call("UnbanCommenter", { userCode: troll.userCode }, mara)
    expect((await review()).banned).toEqual([])
    await write(contentId, "Sorry", troll)
  })

  it("refuses people that the creator banned from a chat room", async () => {
    const contentId = await publish()
    const troll = await kit.people.make({ displayName: "Noisy" })
    const room = { scope: "Team", ownerId: mara.personId } as const
    const member = { by: mara.personId, room, personId: troll.personId }
    const change = async (verb: "ban" | "unban") => {
      const { position } = await run(Effect.orDie(Chats.use((chats) => chats[verb](member))))
      await run(waitFor("chat", position))
    }
    await run(Effect.orDie(Chats.use((chats) => chats.openRoom({ by: mara.personId, ...room }))))
    await change("ban")
    expect(await call("CreateComment", { contentId, text: "Here" }, troll)).toMatchObject({
      status: 409,
      body: { message: "You can’t comment in this channel." },
    })
    await change("unban")
    await write(contentId, "Sorry", troll)
  })

  it("lists reported comments until the creator decides", async () => {
    const contentId = await publish()
    const { id: commentId } = await write(contentId, "Odd")
    const reader = await kit.people.make()
    await call("ReportComment", { commentId, reason: "Rude" }, reader)
    await call("ReportComment", { commentId, reason: "Rude" }, reader)
    expect((await review()).comments.find(({ id }) => id === commentId)).toMatchObject({ reportCount: 1 })
    expect((await load(contentId, fan)).comments).toMatchObject([{ reportCount: 0 }])
    await decide(commentId, "dismissReports")
    expect((await review()).comments.find(({ id }) => id === commentId)).toBe(undefined)
  })

  it("pins one comment above all others", async () => {
    const contentId = await publish()
    const [one, two] = [await write(contentId, "One"), await write(contentId, "Two")]
    await write(contentId, "Three")
    await decide(two.id, "pin")
    expect((await decide(one.id, "pin")).status).toBe(200)
    expect(textsOf(await load(contentId))).toEqual(["One", "Three", "Two"])
    expect((await load(contentId)).comments).toMatchObject([{ pinned: true }, { pinned: false }, { pinned: false }])
    await decide(one.id, "unpin")
    expect(textsOf(await load(contentId))).toEqual(["Three", "Two", "One"])
  })
})

describe("likes", () => {
  it("[S7-122] [S7-123] count once per person, and dislikes are not counted in public", async () => {
    const contentId = await publish()
    const like = (userLikeStatusId: 1 | 2 | 3, person = fan) =>
      call("UpdateUserLike", { contentId, userLikeStatusId }, person)
    expect((await like(2)).body.data).toEqual({ userLikeStatusId: 2, likes: 1 })
    expect((await like(2)).body.data).toEqual({ userLikeStatusId: 2, likes: 1 })
    expect((await like(2, mara)).body.data).toEqual({ userLikeStatusId: 2, likes: 2 })
    expect((await like(3)).body.data).toEqual({ userLikeStatusId: 3, likes: 1 })
    const own = async (person: TestPerson) =>
      (await call("LoadUserLike", { ids: [contentId, "none"] }, person)).body.data
    expect(await own(fan)).toEqual({ likes: [{ id: contentId, contentId, userLikeStatusId: 3 }] })
    expect((await like(1)).body.data).toEqual({ userLikeStatusId: 1, likes: 1 })
    expect(await own(fan)).toEqual({ likes: [] })
    expect(await call("UpdateUserLike", { contentId, userLikeStatusId: 2 })).toMatchObject({ status: 401 })
    expect(await call("LoadUserLike", { ids: [contentId] })).toMatchObject({ status: 401 })
    expect(await call("UpdateUserLike", { contentId: "none", userLikeStatusId: 2 }, fan)).toMatchObject({ status: 404 })
  })

  it("[S7-122] of many people at once are exact", async () => {
    const contentId = await publish()
    const people = await Promise.all(Array.from({ length: 12 }, () => kit.people.make()))
    const set = (person: TestPerson, userLikeStatusId: 1 | 2) =>
      call("UpdateUserLike", { contentId, userLikeStatusId }, person)
    await Promise.all(people.flatMap((person) => [set(person, 2), set(person, 2)]))
    await Promise.all(people.slice(0, 6).map((person) => set(person, 1)))
    expect((await set(fan, 2)).body.data).toMatchObject({ likes: 7 })
  })

  it("[S7-122] of 10,000 people at once, each set twice and half of them taken back, are exact", {
    tags: ["long"],
    timeout: 300_000,
  }, async () => {
    const contentId = await publish()
    const people = Array.from({ length: 10_000 }, () => uuidv7(Date.now()))
    const set = (persons: ReadonlyArray<string>, status: 1 | 2) =>
      run(
        Effect.orDie(
          Effect.forEach(persons, (personId) => Likes.use((likes) => likes.set(personId, contentId, null, status)), {
            concurrency: 500,
            discard: true,
          }),
        ),
      )
    await set(
      people.flatMap((person) => [person, person]),
      2,
    )
    await set(
      people.filter((_, n) => n % 2 === 0),
      1,
    )
    expect((await call("UpdateUserLike", { contentId, userLikeStatusId: 2 }, fan)).body.data).toMatchObject({
      likes: 5_001,
    })
  })
})

it("forgets the comments of a deleted account", async () => {
  const contentId = await publish()
  const leaving = await kit.people.make({ displayName: "Leaving" })
  await grant(leaving, 2)
  const root = await write(contentId, "My words", leaving)
  await write(contentId, "Reply", fan, root.id)
  await run(AccountDeletion.use((deletion) => deletion.delete(leaving.personId)))
  await expect
    .poll(async () => (await load(contentId)).comments, { timeout: 20_000 })
    .toMatchObject([{ text: "", status: "removed", displayName: "" }])
})
