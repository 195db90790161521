import { Effect, Layer, Redacted } from "effect"
import { Chats } from "#core/chat"
import { AppConfig, type AppSettings } from "#core/kernel"
import { MediaLinks } from "#core/publishing"
import { creatorsLayer } from "#projections/chat"
import { openPeople, TEST_MASTER_KEY, type TestPerson } from "../../../core/accounts/testing/people.ts"
import { waitUntil } from "../../run/processes.ts"

export type GatedFile = {
  readonly databaseUrl: string
  readonly origin: string
  readonly owner: TestPerson
  readonly reader: TestPerson
  readonly channelId: number
  readonly mediaId: string
}

const DELIVERED_MS_MAX = 30_000

/** Publishes a post for subscribers with this file, makes the reader one, and returns the reader's link to the file. */
export const gateFile = async ({
  databaseUrl,
  origin,
  owner,
  reader,
  channelId,
  mediaId,
}: GatedFile): Promise<string> => {
  const people = openPeople({ url: databaseUrl })
  const grant = { creatorId: owner.personId, personId: reader.personId, level: 2 } as const
  await people.run(
    Effect.orDie(Chats.use((chats) => chats.grant(grant))).pipe(
      Effect.provide(Chats.layer.pipe(Layer.provideMerge(creatorsLayer))),
    ),
  )
  await people.close()
  const post = { channelId, title: "Tides", preview: "At dawn.", gated: `![Video](media:${mediaId})` }
  const published = await fetch(`${origin}/api/Feed/createContent`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ ...post, levelId: 2, languageCode: "EN", contentStatusId: 3 }),
  })
  if (published.status !== 200) throw new Error(`publishing answered ${published.status}: ${await published.text()}`)
  const settings = { masterKey: Redacted.make(new Uint8Array(Buffer.from(TEST_MASTER_KEY, "hex"))) }
  const link = MediaLinks.use((links) => links.signedPath(mediaId, "video.mp4", { personId: reader.personId }))
  const path = await Effect.runPromise(
    link.pipe(
      Effect.provide(MediaLinks.layer.pipe(Layer.provide(AppConfig.layerOf(settings as unknown as AppSettings)))),
    ),
  )
  // The worker notes a moment later in which post the file stands.
  const headers = { cookie: `quire_session=${reader.token}` }
  const isSent = async () => (await fetch(origin + path, { method: "HEAD", headers })).status === 200
  if (!(await waitUntil(isSent, DELIVERED_MS_MAX))) throw new Error("the reader does not get the file")
  return path
}
