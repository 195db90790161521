import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Sessions } from "#core/accounts"
import { networks } from "#core/chains"
import { Sql, uuidv7 } from "#core/kernel"
import { Uploads } from "#core/media"
import { caseIdOf, Moderation } from "#core/moderation"
import { Sendings } from "#core/newsletters"
import { Notices } from "#core/notifications"
import { channelsOf } from "#projections/channels"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { writeAddress } from "../../core/chains/addresses/writeAddress.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { type LedgerKit, openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import { beginWithdrawal } from "../../core/wallet/withdrawals/testing/beginWithdrawal.ts"
import { description, SESSION_BY_BODY } from "./describe.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"
import { sampleOf } from "./testing/sample.ts"

let db: TestDatabase
let kit: ApiKit
let ledger: LedgerKit
let owner: TestPerson
let stranger: TestPerson
let isCreator = false

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  ledger = await openLedger(db.url)
  ;[owner, stranger] = [await kit.people.make(), await kit.people.make()]
})
afterAll(async () => {
  await ledger.close()
  await kit.close()
  await db.drop()
})

/**
 * Who may make each call. `everybody`: also guests. `half`: signed in, the second step may be pending. `member`: signed
 * in, for their own data; the call cannot name data of others. `owner`: the call names a resource with an owner.
 */
const CALLS: Readonly<Record<string, "everybody" | "half" | "member" | "owner">> = {
  ...all("everybody", "Home", "LoadImage LoadAudio LoadVideo LoadHeaderImage"),
  ...all("member", "Home", "UploadImage"),
  ...all("everybody", "Access", "AddAccessNews"),
  ...all(
    "everybody",
    "Feed",
    "ValidateFeed CreateLocalFeed PreviewFeed SearchFeedById LoadTargetFeed ListRemoteContent SimilarFeeds UpdateFeed LoadNews LoadAllNews " +
      "LoadLastestContent LibraryFeeds ListUserFeed SearchFeedsIndex SearchNews LoadNewsByKeyword LoadQINewsByKeyword " +
      "LoadNewsByTag LoadLongNews AITranslate SubscribeNews UnsubscribeNews ViewContent " +
      "ViewContentWithCreator ViewContentByEmail ListContentWithCreator LoadComments",
  ),
  ...all(
    "member",
    "Feed",
    "InitFollow Follow FollowWithCreator UnFollow UpdateFollow FollowList UnFollowList LoadPersonalFeeds MarkRead MarkAllRead " +
      "UndoMarkAllRead LoadReadMarks SaveNews UnSaveNews MergeSavedNews SetNewsNote AddHighlight RemoveHighlight ListSavedNews LoadMuteRules SetMuteRule " +
      "RemoveMuteRule LoadRules SetRule RemoveRule TryRule LoadHistory ClearHistory SetHistory LoadPositions SavePosition RemovePosition LoadSavedSearches SaveSearch RemoveSavedSearch UploadLongNews AIWrite UpdateEmailSetting NewPostEmailReport",
  ),
  ...all(
    "owner",
    "Feed",
    "DeleteLongNews UpdateContent DeleteContent UpdateInternalContent AutosaveContent UpdateComment DeleteComment ReviewComment UpdateCommentLevel " +
      "CancelEmail ResendEmail NewPostEmailDetailReport SendTestEmail",
  ),
  ...all(
    "member",
    "Feed",
    "createContent ListContent PreviewContent ReadRichText CreateComment ReportComment LoadCommentReview UnbanCommenter UpdateUserLike LoadUserLike",
  ),
  ...all("everybody", "Feed", "ReportContent"),
  ...all(
    "everybody",
    "User",
    "SignUp activation ReSendEmail SignIn SignInByCode forgetpassword forgetpasswordverification BeginPasskeySignIn " +
      "PasskeySignIn LoadThirdParties ThirdPartySignIn SendTwoStepRemoval LoadTwoStepRemoval RemoveTwoStep KeepTwoStep",
  ),
  // Without an address the call requires sign-in.
  ...all("member", "User", "SendConfirmationCode"),
  ...all(
    "member",
    "User",
    "UpdateSignInPassword SendEmailChangeCode UpdateEmail UpdateUserName LoadDevices LoadInvites CreateInvite ExportData DeleteAccount " +
      "LoadLinkAccount VerifyLinkAccount RemoveLinkAccount",
  ),
  ...all("half", "User", "SignOut"),
  ...all("owner", "User", "EndDevice"),
  ...all("everybody", "user", "presignup"),
  ...all("member", "user", "LoadUserActivity SearchUser GetSuggestedUserCode UpdateUserCode"),
  ...all("member", "UserGroup", "CreateGroup LoadUserGroup"),
  ...all("owner", "UserGroup", "DeleteUserGroup UpdateGroupName UpdateGroup"),
  ...all("half", "UserPreference", "TwoStepVerification BeginPasskey"),
  ...all(
    "member",
    "UserPreference",
    "UpdateUserPreference EnrollTwoStepVerification SendConfirmationCode StopTwoStepVerification RenewRecoveryCodes LoadTwoStep " +
      "CancelTwoStepRemoval AddPasskey LoadPasskeys LoadAppPasswords MakeAppPassword LoadIdentities LinkIdentity",
  ),
  ...all("owner", "UserPreference", "RenamePasskey RemovePasskey RevokeAppPassword UnlinkIdentity"),
  ...all("member", "UserProfile", "LoadUserProfile UpdateUserProfile"),
  ...all("everybody", "UserProfile", "LoadImage LoadCCProfileByCode SearchCC"),
  ...all(
    "member",
    "UserProfile",
    "ApplyContentCreator LoadApplyForm LoadCCProfile UpdateCCProfile UpdateContentCreator UpdateContentCreaterImage",
  ),
  ...all("member", "UserProfile", "AddPersonalRSS SupporterList LoadProfit LoadSupporterReport"),
  ...all(
    "member",
    "UserProfile",
    "LoadKYC BeginKYC UploadIdentityImage SubmitKYCApprove WithdrawKYC LoadIdentityAccess",
  ),
  // src/api/userProfile/identity.int.test.ts tries documents of others.
  ...all("member", "UserProfile", "RemoveIdentityImage LoadIdentityImage"),
  ...all("member", "Channel", "LoadImports CreatePrivateFeed LoadPrivateFeeds"),
  ...all(
    "owner",
    "Channel",
    "ImportFeed ContinueFeed BeginImport StartImport CancelImport LoadImport LoadExport RenewPrivateFeed RemovePrivateFeed " +
      "LoadMove MoveChannel EndMove",
  ),
  ...all("member", "Feed", "InviteCC InviteList"),
  ...all(
    "member",
    "Message",
    "LoadMessage LoadMessageList SendMessage LoadMessageFilter LoadLinkPreview UploadFile StartGroup SubscribeMessages UnsubscribeMessages LoadQuietHours SetQuietHours",
  ),
  ...all("owner", "Message", "GetMessage UpdateMessage ReactToMessage LoadFile LoadGroup UpdateGroup"),
  ...all("member", "Balance", "LoadBalance LoadPrices LoadMovements LoadDepositAddress LoadDeposits DemoCoins"),
  ...all("member", "Balance", "LoadWithdrawalOptions LoadAddressBook AddAddress Withdraw LoadWithdrawals"),
  ...all("member", "UserProfile", "SetupWithdrawalPassword"),
  ...all("owner", "Balance", "LoadMovement RemoveAddress CancelWithdrawal"),
  ...all("member", "Donation", "donate LoadDonations LoadDonationLimits"),
  // A rule is named by its number among the caller's own.
  ...all(
    "member",
    "Donation",
    "AddSubscribeRule AddCreatorToSubscribeRule RemoveCreatorToSubscribeRule LoadReceipt LoadIncomeReceipts",
  ),
  ...all(
    "member",
    "Channel",
    "LoadSubscribeRule Subscribe UpdateSubscribeRuleWithCreator UpdateSubscribe LoadRehearsal",
  ),
  ...all("everybody", "Channel", "LoadOffer"),
  ...all("member", "Channel", "UpdateOffer UpdateWaitingList LoadFreeAccess UpdateFreeAccess UpdateTrial StartTrial"),
  ...all("member", "Channel", "LoadForwards UpdateForward LoadPledges UpdatePledge UpdateReadingShare"),
  // A gift is looked up among the caller's own: gifts.int.test.ts tries to return somebody else's.
  ...all("member", "Channel", "LoadGifts BuyGift LoadGift ClaimGift ReturnGift"),
  ...all("member", "Ticket", "CreateTicket LoadMyTickets UploadAttachment"),
  ...all("member", "UserProfile", "LoadDecisions"),
  ...all("owner", "UserProfile", "LoadDecision AppealDecision"),
  ...all("owner", "Ticket", "LoadTicket ReplyTicket CloseTicket RateTicket LoadAttachment"),
}

function all<Who>(who: Who, group: string, names: string): Record<string, Who> {
  return Object.fromEntries(names.split(" ").map((name) => [`/api/${group}/${name}`, who]))
}

const { paths, components } = description()
const operations = Object.entries(paths).flatMap(([path, { post }]) => (post === undefined ? [] : [{ path, post }]))
const guarded = Object.keys(CALLS).filter((path) => CALLS[path] !== "everybody")
const open = Object.keys(CALLS).filter((path) => CALLS[path] === "everybody")

/** A request that passes everything up to the authorisation check. */
const bodyOf = (path: string): string => {
  const schema = paths[path]?.["post"]?.requestBody?.content?.["application/json"]?.schema
  return schema === undefined ? "a file" : JSON.stringify(sampleOf(schema, components.schemas))
}
const request = (path: string, init: Parameters<ApiKit["post"]>[2] = {}) => {
  const isFile = bodyOf(path) === "a file"
  return kit.post(
    path,
    bodyOf(path),
    isFile ? { ...init, headers: { "content-type": "application/octet-stream" } } : init,
  )
}
const refused = { status: 401, body: { status: false, data: null, message: "Please signin" } }

it("[S6-006] the table covers every call, and the description says of each whether it requires sign-in", () => {
  expect(Object.keys(CALLS).toSorted(), "state in CALLS who may make each call").toEqual(
    operations.map(({ path }) => path).toSorted(),
  )
  for (const { path, post } of operations)
    expect([path, "401" in post.responses]).toEqual([path, CALLS[path] !== "everybody"])
})

describe("[S6-006] a call that requires sign-in", () => {
  it.each(guarded)("%s is refused without a token", async (path) => {
    expect(await request(path)).toMatchObject(refused)
  })

  it.each(guarded)("%s is refused with an invalid token, or with a token in the address", async (path) => {
    expect(await request(path, { token: "A".repeat(43) })).toMatchObject(refused)
    expect(await kit.post(`${path}?token=${owner.token}&access_token=${owner.token}`, bodyOf(path))).toMatchObject({
      status: 401,
    })
  })

  it("is refused for a guest before its body is read", async () => {
    for (const path of guarded.filter((each) => !SESSION_BY_BODY.has(each))) {
      let isRead = false
      const body = new ReadableStream(
        {
          pull: (stream) => {
            isRead = true
            stream.error(new Error("nobody may read this"))
          },
        },
        { highWaterMark: 0 },
      )
      const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } }
      expect([path, (await kit.send(path, init as RequestInit)).status, isRead]).toEqual([path, 401, false])
    }
  })

  it("accepts the session cookie without a token, as pages opened before the sign-in send it", async () => {
    const { token, email } = await kit.people.make()
    const headers = { cookie: `quire_session=${token}` }
    const answer = await kit.post("/api/UserProfile/LoadUserProfile", {}, { headers })
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { email } } } })
  })

  it("is refused after the session has ended", async () => {
    const { token, personId, sessionId } = await kit.people.make()
    await kit.people.run(Sessions.use(({ end }) => end(personId, sessionId)))
    for (const path of [...guarded, ...open])
      expect([path, (await request(path, { token })).status]).toEqual([path, 401])
  })

  it("is refused while the second step is pending, except for the calls that complete it", async () => {
    const { personId } = await kit.people.make()
    const half = { personId, device: "", address: "192.0.2.1", isSecondStepPending: true }
    const { token } = await kit.people.run(Sessions.use((sessions) => sessions.open(half)))
    for (const path of guarded.filter((each) => CALLS[each] !== "half"))
      expect([path, (await request(path, { token })).status]).toEqual([path, 401])
    expect(await request("/api/UserPreference/TwoStepVerification", { token })).not.toMatchObject({ status: 401 })
    expect(await request("/api/User/SignOut", { token })).toMatchObject({ status: 200 })
  })

  it("is none of the public lists, which ignore even invalid tokens", async () => {
    for (const [path, { get }] of Object.entries(paths)) {
      if (!path.startsWith("/api/Home/") || get === undefined || (get.parameters ?? []).length > 0) continue
      expect([path, (await kit.get(path, { token: "none" })).status]).toEqual([path, 200])
    }
  })
})

it.each(open)("%s is open to guests", async (path) => {
  expect([400, 404, 409, 422, 500, 501, 502, 503].concat(200)).toContain((await request(path)).status)
})

/** Owned resources: how each is created, how another person tries to reach it, and a check that it is unchanged. */
type Attempt = {
  readonly make: () => Promise<Readonly<Record<string, unknown>>>
  readonly payload: (thing: Readonly<Record<string, unknown>>) => object
  readonly check: (thing: Readonly<Record<string, unknown>>) => Promise<unknown>
}
const own = async (path: string, body: object = {}) => (await kit.post(path, body, { token: owner.token })).body.data
const group: Pick<Attempt, "make" | "check"> = {
  make: () => own("/api/UserGroup/CreateGroup", { groupName: `Group ${uuidv7(Date.now()).slice(-8)}` }),
  check: () => own("/api/UserGroup/LoadUserGroup"),
}
const passkey: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    const passkeyId = uuidv7(Date.now())
    const { personId } = owner
    const added = { personId, passkeyId, counter: 0, transports: [], addedAt: "2026-01-01T00:00:00.000Z" }
    await kit.notify("passkeys-", personId, "accounts.PasskeyAdded.v1", added)
    return { passkeyId }
  },
  check: () => own("/api/UserPreference/LoadPasskeys"),
}
const identity: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    const identityId = uuidv7(Date.now())
    const { personId } = owner
    const linked = { personId, identityId, provider: "test", linkedAt: "2026-01-01T00:00:00.000Z" }
    await kit.notify("identities-", personId, "accounts.IdentityLinked.v1", linked)
    return { identityId }
  },
  check: () => own("/api/UserPreference/LoadIdentities"),
}
const notice: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    const source = uuidv7(Date.now())
    const content = { kind: "stepOn", values: {} }
    const account = { type: "Account", content, givenAt: "2026-01-01T00:00:00.000Z" } as const
    const position = await run(Notices.use((notices) => notices.give(owner.personId, source, account)))
    await run(waitFor("notices", position, 20_000))
    const { messages } = await own("/api/Message/LoadMessage")
    return (messages as unknown as ReadonlyArray<{ messageId: string }>)[0] ?? {}
  },
  check: () => own("/api/Message/LoadMessage"),
}
const friends: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    const other = await kit.people.make()
    await own("/api/Message/SendMessage", { targetUserCode: other.userCode, message: "Hello" })
    const accepted = { targetUserCode: owner.userCode, invite: "accept" }
    await kit.post("/api/Message/UpdateMessage", accepted, { token: other.token })
    const form = { name: "Mine", userCodes: [other.userCode], clientId: crypto.randomUUID() }
    return (await own("/api/Message/StartGroup", form))["group"] as unknown as Readonly<Record<string, unknown>>
  },
  check: ({ groupId }) => own("/api/Message/LoadGroup", { groupId }),
}
const becomeCreator = async () => {
  if (!isCreator) await makeCreator(db.url, owner)
  isCreator = true
}
const content: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    await becomeCreator()
    return (await own("/api/Feed/createContent", { title: "Mine" }))["content"] as Readonly<Record<string, unknown>>
  },
  check: ({ id }) => own("/api/Feed/ViewContent", { contentId: id }),
}
const sending: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    const contentId = uuidv7(Date.now())
    const times = { dueMs: Date.now(), expiresMs: Date.now() + 1_000_000 }
    const which = { sendingId: contentId, postId: contentId, kind: "post", channelId: 1 } as const
    const held = { ...which, authorId: owner.personId, ...times }
    await run(Sendings.use(({ hold }) => hold(held)))
    return { contentId }
  },
  check: () => own("/api/Feed/NewPostEmailReport"),
}
const comment: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    const { id: contentId } = await content.make()
    const { id } = (await own("/api/Feed/UpdateContent", { contentId, preview: "Text", contentStatusId: 3 }))[
      "content"
    ] as {
      readonly id: string
    }
    const made = await own("/api/Feed/CreateComment", { contentId: id, text: "Mine" })
    return made["comment"] as Readonly<Record<string, unknown>>
  },
  check: ({ contentId }) => own("/api/Feed/LoadComments", { contentId }),
}
const importing: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    await content.make()
    const [channel] = await run(channelsOf(owner.personId))
    const { begin } = await run(Uploads)
    const upload = () => run(Effect.orDie(begin(owner.personId, { name: "a.zip", bytes: 1, purpose: "import" })))
    const importId = uuidv7(Date.now())
    await run(
      Effect.flatMap(Sql, ({ client: sql }) =>
        Effect.promise(
          async () => sql`
            insert into imports.import (import_id, person_id, channel_id, name, bytes, state, options, due_at, began_at,
              changed_at)
            values (${importId}, ${owner.personId}, ${channel?.channelId ?? 0}, 'a.zip', 1, 'ready', '{}',
              'infinity', now(), now())`,
        ),
      ),
    )
    return { importId, channelId: channel?.channelId, uploadId: await upload(), feedId: "0".repeat(20) }
  },
  check: () => own("/api/Channel/LoadImports"),
}
const privateFeed: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    await content.make()
    const [channel] = await run(channelsOf(owner.personId))
    return own("/api/Channel/CreatePrivateFeed", { channelCode: channel?.code ?? "", name: "Reeder" })
  },
  check: () => own("/api/Channel/LoadPrivateFeeds"),
}
const ticket: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    const opened = await own("/api/Ticket/CreateTicket", { topic: "other", subject: "Mine", text: "Mine" })
    return opened["ticket"] as Readonly<Record<string, unknown>>
  },
  check: ({ ticketNumber }) => own("/api/Ticket/LoadTicket", { ticketNumber }),
}
/** A decision about something that the owner wrote. */
const decision: Pick<Attempt, "make" | "check"> = {
  make: async () => {
    const targetId = uuidv7(Date.now())
    const target = { kind: "comment", targetId, placeId: targetId, ownerId: owner.personId } as const
    const report = { target, reporterId: uuidv7(Date.now()), reason: "", text: "Mine", reportedMs: Date.now() }
    const caseId = caseIdOf(target)
    const reasons = { ground: "terms", reference: "4.2", facts: "It is.", reviewDays: 30 } as const
    await run(
      Moderation.use((moderation) =>
        Effect.andThen(
          moderation.report(report),
          Effect.orDie(moderation.takeDown(caseId, { by: "operator:ada", seen: 1 }, reasons)),
        ),
      ),
    )
    return { caseId }
  },
  check: ({ caseId }) => own("/api/UserProfile/LoadDecision", { caseId }),
}
const OWNED: Readonly<Record<string, Attempt>> = {
  "/api/Feed/UpdateComment": { ...comment, payload: ({ id }) => ({ commentId: id, text: "Another" }) },
  "/api/Feed/DeleteComment": { ...comment, payload: ({ id }) => ({ commentId: id }) },
  "/api/Feed/ReviewComment": { ...comment, payload: ({ id }) => ({ commentId: id, action: "pin" }) },
  "/api/Feed/UpdateCommentLevel": { ...comment, payload: ({ contentId }) => ({ contentId, commentLevelId: 4 }) },
  "/api/Feed/UpdateContent": { ...content, payload: ({ id }) => ({ contentId: id, title: "Another" }) },
  "/api/Feed/UpdateInternalContent": { ...content, payload: ({ id }) => ({ contentId: id, contentStatusId: 5 }) },
  "/api/Feed/AutosaveContent": {
    ...content,
    payload: ({ id }) => ({
      contentId: id,
      tab: "another-tab",
      seen: null,
      baseRevision: 1,
      fields: { title: "Another" },
    }),
  },
  "/api/Channel/ImportFeed": { ...importing, payload: ({ channelId, feedId }) => ({ channelId, feedId }) },
  "/api/Channel/ContinueFeed": {
    ...importing,
    payload: ({ channelId, feedId }) => ({ channelId, feedId, continues: true }),
  },
  "/api/Channel/BeginImport": { ...importing, payload: ({ channelId, uploadId }) => ({ channelId, uploadId }) },
  "/api/Channel/StartImport": { ...importing, payload: ({ importId }) => ({ importId, publishes: true }) },
  "/api/Channel/CancelImport": { ...importing, payload: ({ importId }) => ({ importId }) },
  "/api/Channel/LoadImport": { ...importing, payload: ({ importId }) => ({ importId }) },
  "/api/Channel/LoadExport": { ...importing, payload: ({ channelId }) => ({ channelId }) },
  "/api/Channel/LoadMove": { ...importing, payload: ({ channelId }) => ({ channelId }) },
  "/api/Channel/MoveChannel": { ...importing, payload: ({ channelId }) => ({ channelId, url: "https://a.example/" }) },
  "/api/Channel/EndMove": { ...importing, payload: ({ channelId }) => ({ channelId }) },
  "/api/Channel/RenewPrivateFeed": { ...privateFeed, payload: ({ privateFeedId }) => ({ privateFeedId }) },
  "/api/Channel/RemovePrivateFeed": { ...privateFeed, payload: ({ privateFeedId }) => ({ privateFeedId }) },
  "/api/Feed/SendTestEmail": {
    ...content,
    payload: ({ id }) => ({
      ...{ contentId: id, title: "Mine", preview: "Text", gated: "", levelId: 1, readerLevelId: 1 },
    }),
  },
  "/api/Feed/DeleteContent": { ...content, payload: ({ id }) => ({ contentId: id }) },
  "/api/Balance/LoadMovement": {
    make: async () => {
      await ledger.deposit(owner.personId, 1n)
      const movements = async () =>
        (await own("/api/Balance/LoadMovements"))["movements"] as unknown as ReadonlyArray<{ readonly id: string }>
      await expect.poll(movements).not.toEqual([])
      return (await movements())[0] ?? {}
    },
    payload: ({ id }) => ({ id }),
    check: () => own("/api/Balance/LoadMovements"),
  },
  "/api/Balance/RemoveAddress": {
    make: async () => {
      // The script of the BIP173 examples, as an address of the demo chain.
      const address = writeAddress(
        networks.BTC.demo,
        "p2wpkh",
        Buffer.from("751e76e8199196d454941c45d1b3a323f1433bd6", "hex"),
      )
      const stored = await own("/api/Balance/AddAddress", { assetTypeId: 1, label: "Mine", address })
      return stored["address"] as Readonly<Record<string, unknown>>
    },
    payload: ({ entryId }) => ({ entryId }),
    check: () => own("/api/Balance/LoadAddressBook"),
  },
  "/api/Balance/CancelWithdrawal": {
    make: async () => {
      await ledger.deposit(owner.personId, 20_000n)
      const withdrawalId = await beginWithdrawal(ledger, owner.personId)
      await expect.poll(async () => JSON.stringify(await own("/api/Balance/LoadWithdrawals"))).toContain(withdrawalId)
      return { withdrawalId }
    },
    payload: ({ withdrawalId }) => ({ withdrawalId }),
    check: () => own("/api/Balance/LoadWithdrawals"),
  },
  "/api/Message/GetMessage": { ...notice, payload: ({ messageId }) => ({ messageId }) },
  "/api/Message/UpdateMessage": { ...notice, payload: ({ messageId }) => ({ messageId }) },
  "/api/Message/ReactToMessage": { ...notice, payload: ({ messageId }) => ({ messageId, emoji: "👍", on: true }) },
  "/api/Message/LoadFile": {
    make: async () => {
      const upload = await kit.send("/api/Message/UploadFile?name=a.txt", {
        ...{ method: "POST", body: "Mine", token: owner.token },
        headers: { "content-type": "application/octet-stream" },
      })
      return (upload.body.data as unknown as { readonly file: Readonly<Record<string, unknown>> }).file
    },
    payload: ({ key }) => ({ key }),
    check: async ({ key }) => {
      const { status, text } = await kit.post("/api/Message/LoadFile", { key }, { token: owner.token })
      return { key, status, text }
    },
  },
  "/api/Message/LoadGroup": { ...friends, payload: ({ groupId }) => ({ groupId }) },
  "/api/Message/UpdateGroup": {
    ...friends,
    payload: ({ groupId }) => ({ groupId, change: "rename", name: "Theirs" }),
  },
  "/api/UserProfile/LoadDecision": { ...decision, payload: ({ caseId }) => ({ caseId }) },
  "/api/UserProfile/AppealDecision": { ...decision, payload: ({ caseId }) => ({ caseId, text: "Another" }) },
  "/api/Ticket/LoadTicket": { ...ticket, payload: ({ ticketNumber }) => ({ ticketNumber }) },
  "/api/Ticket/ReplyTicket": { ...ticket, payload: ({ ticketNumber }) => ({ ticketNumber, text: "Another" }) },
  "/api/Ticket/CloseTicket": { ...ticket, payload: ({ ticketNumber }) => ({ ticketNumber }) },
  "/api/Ticket/RateTicket": { ...ticket, payload: ({ ticketNumber }) => ({ ticketNumber, rating: "bad" }) },
  "/api/Ticket/LoadAttachment": {
    make: async () => {
      const upload = await kit.send("/api/Ticket/UploadAttachment?name=a.txt", {
        ...{ method: "POST", body: "Mine", token: owner.token },
        headers: { "content-type": "application/octet-stream" },
      })
      const { attachmentId } = upload.body.data
      const form = { topic: "other", subject: "Mine", text: "Mine", attachmentIds: [attachmentId] }
      const opened = (await own("/api/Ticket/CreateTicket", form))["ticket"] as unknown as { ticketNumber: string }
      return { attachmentId, ticketNumber: opened.ticketNumber }
    },
    payload: ({ attachmentId, ticketNumber }) => ({ attachmentId, ticketNumber }),
    check: ticket.check,
  },
  "/api/User/EndDevice": {
    make: async () => ({ deviceId: owner.sessionId }),
    payload: ({ deviceId }) => ({ deviceId }),
    check: () => own("/api/User/LoadDevices"),
  },
  "/api/Feed/DeleteLongNews": {
    make: async () => {
      await becomeCreator()
      const { news } = await own("/api/Feed/UploadLongNews", { title: "Mine", content: "<p>Mine</p>" })
      return news as Readonly<Record<string, unknown>>
    },
    payload: ({ id }) => ({ id }),
    check: ({ id }) => own("/api/Feed/LoadLongNews", { id }),
  },
  "/api/Feed/CancelEmail": { ...sending, payload: ({ contentId }) => ({ contentId }) },
  "/api/Feed/ResendEmail": { ...sending, payload: ({ contentId }) => ({ contentId }) },
  "/api/Feed/NewPostEmailDetailReport": { ...sending, payload: ({ contentId }) => ({ contentId }) },
  "/api/UserGroup/DeleteUserGroup": { ...group, payload: ({ groupId }) => ({ groupId }) },
  "/api/UserGroup/UpdateGroupName": { ...group, payload: ({ groupId }) => ({ groupId, newName: "Taken over" }) },
  "/api/UserGroup/UpdateGroup": { ...group, payload: ({ groupId }) => ({ groupId, feedIds: [] }) },
  "/api/UserPreference/RenamePasskey": { ...passkey, payload: ({ passkeyId }) => ({ passkeyId, name: "Taken over" }) },
  "/api/UserPreference/RemovePasskey": { ...passkey, payload: ({ passkeyId }) => ({ passkeyId }) },
  "/api/UserPreference/UnlinkIdentity": { ...identity, payload: ({ identityId }) => ({ identityId }) },
  "/api/UserPreference/RevokeAppPassword": {
    make: () => own("/api/UserPreference/MakeAppPassword", { name: "Reeder" }),
    payload: ({ appPasswordId }) => ({ appPasswordId }),
    check: () => own("/api/UserPreference/LoadAppPasswords"),
  },
}

describe("a resource of one person is closed to others", () => {
  it("every call that names such a resource is tested", () => {
    expect(Object.keys(OWNED).toSorted()).toEqual(
      Object.keys(CALLS)
        .filter((path) => CALLS[path] === "owner")
        .toSorted(),
    )
  })

  it.each(Object.entries(OWNED))("%s", async (path, { make, payload, check: update }) => {
    const thing = await make()
    const before = await update(thing)
    expect(JSON.stringify(before)).toContain(String(Object.values(payload(thing))[0]))
    expect([400, 404]).toContain((await kit.post(path, payload(thing), { token: stranger.token })).status)
    expect(await update(thing)).toEqual(before)
  })
})
