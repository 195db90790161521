import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { NOTICES_KEPT_MAX } from "#contract/notices"
import { AppPasswords, Invites, Passkeys, Sessions, ThirdParties, TwoSteps } from "#core/accounts"
import { findProfile, listActivity } from "#projections/accounts"
import { blocksOf, listOwnMessages, listRooms } from "#projections/chat"
import { listNotices } from "#projections/notices"
import type { Services } from "#src/server/runtime.ts"
import { zip } from "#src/server/zip.ts"

const ACTIVITIES_MAX = 1_000

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
    Effect.all({ rooms: roomsOf(personId), blocked: blocksOf(personId), written: listOwnMessages(personId) }),
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
    Effect.map(part(personId), (content) => ({
      name: `${name}.json`,
      bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
    })),
  )
  return HttpServerResponse.uint8Array(zip(files), {
    contentType: "application/zip",
    headers: { "content-disposition": 'attachment; filename="quire.zip"' },
  })
})
