import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { zipSync } from "fflate"
import { NOTICES_KEPT_MAX } from "#contract/notifications"
import { AppPasswords, Invites, Passkeys, Sessions, ThirdParties, TwoSteps } from "#core/accounts"
import { findProfile, listActivity } from "#projections/accounts"
import { listBlocks, listOwnMessages, listRooms } from "#projections/chat"
import { listNotices } from "#projections/notifications"
import type { Services } from "#src/process/runtime.ts"

const ACTIVITIES_MAX = 1_000
/** The first day that the zip format knows, so that the archive says no more than its files. */
const ARCHIVE_DATE = "1980-01-01T00:00:00"

/** What stands in one file of an export. Each module that keeps something of a person adds its own. */
type Part = (personId: string) => Effect.Effect<unknown, never, Services>

const parts: Readonly<Record<string, Part>> = {
  profile: findProfile,
  activity: (personId) =>
    Effect.map(listActivity(personId, { isOwn: true, page: 1, pageSize: ACTIVITIES_MAX }), ({ entries }) => entries),
  devices: (personId) => Sessions.use(({ list }) => list(personId)),
  protection: (personId) =>
    Effect.all({
      secondStep: TwoSteps.use(({ look }) => look(personId)),
      passkeys: Passkeys.use(({ list }) => list(personId)),
      appPasswords: Effect.map(
        AppPasswords.use(({ list }) => list(personId)),
        // What stands for a password is no news to its owner, and should lie in no download.
        (list) => list.map(({ passwordId, name, madeMs }) => ({ passwordId, name, madeMs })),
      ),
      thirdParties: ThirdParties.use(({ list }) => list(personId)),
    }),
  notices: (personId) => listNotices(personId, { type: null, limit: NOTICES_KEPT_MAX }),
  chat: (personId) =>
    Effect.all({ rooms: roomsOf(personId), blocked: listBlocks(personId), written: listOwnMessages(personId) }),
  invitations: (personId) => Invites.use(({ listOf }) => listOf(personId)),
}

/** Where they are, without what others wrote there. */
const roomsOf = (personId: string) =>
  Effect.map(listRooms(personId), (rooms) =>
    rooms.map(({ roomId, scope, targetCode, state, read }) => ({ roomId, scope, with: targetCode, state, read })),
  )

/** The archive of all that is kept of a person. */
export const exportData = Effect.fn("exportData")(function* (personId: string) {
  const files = yield* Effect.forEach(Object.entries(parts), ([name, part]) =>
    Effect.map(
      part(personId),
      (content) => [`${name}.json`, Buffer.from(`${JSON.stringify(content, null, 2)}\n`)] as const,
    ),
  )
  return HttpServerResponse.uint8Array(zipSync(Object.fromEntries(files), { mtime: ARCHIVE_DATE }), {
    contentType: "application/zip",
    headers: { "content-disposition": 'attachment; filename="quire.zip"' },
  })
})
