import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { zip } from "fflate"
import { NOTICES_KEPT_MAX } from "#contract/notifications"
import { AppPasswords, Invites, Passkeys, Sessions, ThirdParties, TwoSteps } from "#core/accounts"
import { CreatorInvitations } from "#core/channels"
import { HISTORY_ITEMS_MAX, LISTENING_TRACKS_MAX, Listening, ReadingHistory, SavedSearches } from "#core/follows"
import { Moderation } from "#core/moderation"
import { Posts } from "#core/publishing"
import { findProfile, listActivity } from "#projections/accounts"
import { channelsOf, findApplication, type ListedApplication, listClaims } from "#projections/channels"
import { listBlocks, listOwnMessages, listReactedMessages, listRooms } from "#projections/chat"
import { followedFeeds, itemRules, personFollows, savedItems } from "#projections/follows"
import { listAccesses, listOwnChecks } from "#projections/identity"
import { listOwnMeasures } from "#projections/moderation"
import { listEmailSettings } from "#projections/newsletters"
import { listNotices } from "#projections/notifications"
import { listPostIds } from "#projections/publishing"
import { listReveals } from "#projections/reveals"
import {
  forwardsBy,
  freeAccessOf,
  giftsClaimedBy,
  giftsOf,
  listCycles,
  pledgesOf,
  rulesOf,
} from "#projections/subscriptions"
import { findOwnThread, listOwnTickets } from "#projections/tickets"
import {
  balancesOf,
  listDeposits,
  listDonations,
  listWithdrawals,
  MOVEMENTS_PAGE_MAX,
  type Movement,
  pageMovements,
} from "#projections/wallet"
import type { Services } from "#src/process/runtime.ts"

const ACTIVITIES_MAX = 1_000
/** The earliest date of the zip format, so that the archive reveals no extra time. */
const ARCHIVE_DATE = "1980-01-01T00:00:00"

/** The content of one file of the archive. */
type ExportPart = (personId: string) => Effect.Effect<unknown, never, Services>

const parts: Readonly<Record<string, ExportPart>> = {
  profile: findProfile,
  activity: (personId) =>
    Effect.map(listActivity(personId, { isOwn: true, page: 1, pageSize: ACTIVITIES_MAX }), ({ entries }) => entries),
  devices: (personId) => Sessions.use(({ list }) => list(personId)),
  protection: (personId) =>
    Effect.all({
      secondStep: TwoSteps.use(({ view: look }) => look(personId)),
      passkeys: Passkeys.use(({ list }) => list(personId)),
      appPasswords: Effect.map(
        AppPasswords.use(({ list }) => list(personId)),
        // Hashes are useless to the owner and must not be in a download.
        (list) => list.map(({ passwordId, name, madeMs }) => ({ passwordId, name, madeMs })),
      ),
      thirdParties: ThirdParties.use(({ list }) => list(personId)),
    }),
  notices: (personId) => listNotices(personId, { type: null, limit: NOTICES_KEPT_MAX }),
  chat: (personId) =>
    Effect.all({
      rooms: roomsOf(personId),
      blocked: listBlocks(personId),
      written: listOwnMessages(personId),
      reactions: listReactedMessages(personId),
    }),
  channels: (personId) =>
    Effect.all({
      application: Effect.map(findApplication(personId), withoutReviewer),
      channels: channelsOf(personId),
      feeds: listClaims(personId),
      invitations: CreatorInvitations.use(({ listOf }) => listOf(personId)),
    }),
  decisions: (personId) => decisionsOf(personId),
  identity: (personId) =>
    Effect.all({
      checks: listOwnChecks(personId),
      accesses: listAccesses(personId),
      reveals: listReveals(personId),
    }),
  invitations: (personId) => Invites.use(({ listOf }) => listOf(personId)),
  searches: (personId) => SavedSearches.use(({ list }) => list(personId)),
  posts: (personId) => postsOf(personId),
  follows: (personId) => followsOf(personId),
  newsletters: listEmailSettings,
  listening: (personId) => Listening.use(({ halfHeard }) => halfHeard(personId, LISTENING_TRACKS_MAX)),
  history: (personId) => ReadingHistory.use(({ list }) => list(personId, { limit: HISTORY_ITEMS_MAX })),
  subscriptions: (personId) =>
    Effect.all({
      rules: rulesOf(personId),
      payments: paymentsOf(personId),
      gifts: giftsOf(personId),
      pledges: pledgesOf(personId),
      passedOn: forwardsBy(personId),
      claimedGifts: giftsClaimedBy(personId),
      freeAccess: Effect.flatMap(Clock.currentTimeMillis, (nowMs) => freeAccessOf(personId, nowMs)),
    }),
  tickets: (personId) => ticketsOf(personId),
  wallet: (personId) => walletOf(personId),
}

/** An application without the operator who decided it. */
const withoutReviewer = (application: ListedApplication | null) =>
  application && { ...application, reviewer: undefined }

/** Decisions about what a person wrote, without the names of operators and of those who reported it. */
const decisionsOf = Effect.fnUntraced(function* (personId: string) {
  const [moderation, measures] = [yield* Moderation, yield* listOwnMeasures(personId)]
  return yield* Effect.forEach(measures, (listed) =>
    Effect.map(moderation.find(listed.caseId), (state) => ({
      ...{ ...listed, text: state?.text ?? "" },
      reasons: state?.measure && { ...state.measure, by: undefined },
      appeal: state?.appeal && {
        ...{ text: state.appeal.text, madeMs: state.appeal.madeMs },
        outcome: state.appeal.decision?.outcome ?? null,
        note: state.appeal.decision?.note ?? null,
      },
    })),
  )
})

/** All posts of a person in all states, with the texts of all levels. */
const postsOf = Effect.fnUntraced(function* (personId: string) {
  const posts = yield* Posts
  const postIds: Array<string> = []
  for (const { channelId } of yield* channelsOf(personId)) postIds.push(...(yield* listPostIds(channelId)))
  const read = (postId: string) => posts.read(personId, postId).pipe(Effect.catch(() => Effect.succeed(null)))
  return (yield* Effect.forEach(postIds, read)).filter((post) => post !== null)
})

const followsOf = Effect.fnUntraced(function* (personId: string) {
  const [followed, ended] = [yield* followedFeeds(personId), yield* followedFeeds(personId, "ended")]
  const [{ muted }, rules] = [yield* personFollows(personId), yield* itemRules(personId)]
  const saved: Array<unknown> = []
  for (let cursor: string | undefined; ; ) {
    const page: Effect.Success<ReturnType<typeof savedItems>> = yield* savedItems(personId, { cursor })
    const notes = new Map(page.notes.map((note) => [note.itemId, note]))
    saved.push(...page.items.map((item) => ({ ...item, yours: notes.get(item.itemId) })))
    if (page.next === null) break
    cursor = page.next
  }
  return { followed, ended, muted, rules, saved }
})

const paymentsOf = Effect.fnUntraced(function* (personId: string) {
  const payments: Array<Effect.Success<ReturnType<typeof listCycles>>["cycles"][number]> = []
  for (let [page, hasMore] = [1, true]; hasMore; page += 1) {
    const found = yield* listCycles(personId, page)
    payments.push(...found.cycles)
    hasMore = found.hasMore
  }
  return payments
})

const ticketsOf = Effect.fnUntraced(function* (personId: string) {
  const written: Array<unknown> = []
  for (let [page, hasMore] = [1, true]; hasMore; page += 1) {
    const found = yield* listOwnTickets(personId, { statuses: null, page })
    for (const ticket of found.tickets) {
      const { messages, files } = yield* findOwnThread(ticket.ticketId)
      // Support answers as a team: which operator wrote it is not the person's data.
      written.push({ ...ticket, messages: messages.map((message) => ({ ...message, writtenBy: undefined })), files })
    }
    hasMore = found.hasMore
  }
  return written
})

const walletOf = Effect.fnUntraced(function* (personId: string) {
  const movements: Array<Movement> = []
  const pages = Effect.fnUntraced(function* <Entry extends { readonly position: number }, E, R>(
    list: (before: number | null) => Effect.Effect<ReadonlyArray<Entry>, E, R>,
  ) {
    const entries: Array<Entry> = []
    for (let page = yield* list(null); page.length > 0; page = yield* list(page.at(-1)?.position ?? 0))
      entries.push(...page)
    return entries
  })
  const all = { assetTypeId: null, purpose: null, from: null, until: null, limit: MOVEMENTS_PAGE_MAX }
  for (let before: Movement | null | undefined = null; before !== undefined; ) {
    const page: ReadonlyArray<Movement> = yield* pageMovements(personId, { ...all, before })
    movements.push(...page)
    before = page.length < MOVEMENTS_PAGE_MAX ? undefined : page.at(-1)
  }
  return {
    balances: yield* balancesOf(personId),
    deposits: yield* listDeposits(personId),
    withdrawals: yield* pages((before) => listWithdrawals(personId, before)),
    donations: yield* pages((before) => listDonations(personId, before)),
    movements,
  }
})

/** Amounts are exported as decimal texts of minor units, as JSON numbers would lose digits. */
const exact = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value)

/** The rooms of a person, without the messages of others. */
const roomsOf = (personId: string) =>
  Effect.map(listRooms(personId), (rooms) =>
    rooms.map(({ roomId, scope, targetCode, state, read }) => ({ roomId, scope, with: targetCode, state, read })),
  )

/** Compresses the files of an archive in other threads: it may hold 100,000 messages. */
export const zipFiles = (files: Record<string, Uint8Array>) =>
  Effect.callback<Uint8Array>((resume) => {
    const stop = zip(files, { mtime: ARCHIVE_DATE }, (error, bytes) =>
      resume(error === null ? Effect.succeed(bytes) : Effect.die(error)),
    )
    return Effect.sync(stop)
  })

/** An archive of all data that is stored about a person. */
export const exportData = Effect.fn("exportData")(function* (personId: string) {
  const files = yield* Effect.forEach(Object.entries(parts), ([name, part]) =>
    Effect.map(
      part(personId),
      (content) => [`${name}.json`, Buffer.from(`${JSON.stringify(content, exact, 2)}\n`)] as const,
    ),
  )
  return HttpServerResponse.uint8Array(yield* zipFiles(Object.fromEntries(files)), {
    contentType: "application/zip",
    headers: { "content-disposition": 'attachment; filename="quire.zip"' },
  })
})
