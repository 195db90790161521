import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer, ManagedRuntime, Redacted, Result, Scope } from "effect"
import { Secrets } from "#core/accounts"
import { Chains } from "#core/chains"
import { AppConfig, Hints, PostgresEventStore, readAppSettings, Sealing, Sql } from "#core/kernel"
import { Mail, SenderCheck, serveMail } from "#core/mail"
import { Attachments, ReplyAddresses, Tickets } from "#core/tickets"
import { Assets } from "#core/wallet"
import { prepareProjections } from "#projections/runner"
import { ticketMailRoute } from "#src/worker/tickets/ticketMailRoute.ts"
import { projections } from "../../../projections/registry.ts"

/** A person with a ticket, and the address for replies to it. */
export type Writer = { readonly email: string; readonly ticketId: string; readonly address: string }

const DOMAIN = "replies.example"
const AT_ONCE = 8

/** The worker's mail port on a database, with people who have a ticket each. Domains of senders are not looked up. */
export const openIntake = async (databaseUrl: string, people: number) => {
  const folder = mkdtempSync(join(tmpdir(), "quire-intake-"))
  const settings = Result.getOrThrow(
    readAppSettings({ DATABASE_URL: databaseUrl, MASTER_KEY: "07".repeat(32), QUIRE_DATA_DIR: folder }),
  )
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Redacted.value(settings.masterKey)))),
    Layer.provideMerge(Sql.layer(databaseUrl)),
    Layer.provideMerge(AppConfig.layerOf(settings)),
  )
  const others = Layer.mergeAll(
    ...[Secrets.layer, Assets.layer, Chains.layerDemo, Tickets.layer, Attachments.layer],
    ReplyAddresses.layerOf(Redacted.value(settings.masterKey), DOMAIN),
    SenderCheck.layerOf(() => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }))),
  )
  const runtime = ManagedRuntime.make(Mail.layer.pipe(Layer.provideMerge(others), Layer.provideMerge(kernel)))
  const scope = Effect.runSync(Scope.make())
  const { client: sql } = await runtime.runPromise(Effect.map(Sql, (all) => all))
  await prepareProjections(sql, projections, { decode: () => ({ _tag: "" }) })
  await sql`
    insert into read.account (person_id, user_code, channel_id, email, display_name, locale, role_id, preferences, credited,
      activated, opened_at)
    select '00000000-0000-7000-8000-' || lpad(g::text, 12, '0'), 'QI' || lpad(g::text, 8, '0'), 0,
      'reader' || g || '@mail.example', 'Reader ' || g, 'en', 0, '{}', false, true, now()
    from generate_series(1, ${people}) g`
  const form = {
    topic: "other",
    subject: "A question",
    text: "Where is it?",
    locale: "en",
    link: null,
    files: [],
  } as const
  const openOne = (index: number) =>
    Effect.gen(function* () {
      const personId = `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`
      const { number, ticketId } = yield* Tickets.use((tickets) => tickets.open(personId, form))
      const address = (yield* ReplyAddresses).of(number) ?? ""
      return { email: `reader${index}@mail.example`, ticketId, address } satisfies Writer
    })
  const writers = await runtime.runPromise(
    Effect.orDie(
      Effect.forEach(
        Array.from({ length: people }, (_, index) => index + 1),
        openOne,
        { concurrency: AT_ONCE },
      ),
    ),
  )
  const serve = Effect.flatMap(ticketMailRoute, (route) => serveMail("127.0.0.1", 0, [route]))
  const { port } = await runtime.runPromise(Effect.provideService(serve, Scope.Scope, scope))
  return {
    port,
    writers,
    /** Messages that came by mail, by ticket. */
    repliesOf: async (): Promise<ReadonlyMap<string, number>> => {
      const rows = await sql<Array<{ ticketId: string; count: number }>>`
        select data->>'ticketId' as "ticketId", count(*)::int as count from es.event
        where type = 'tickets.MessageAdded.v1' and data->>'source' = 'mail' group by 1`
      return new Map(rows.map(({ ticketId, count }) => [ticketId, count]))
    },
    /** The most answers that one address got. */
    answersMax: async (): Promise<number> => {
      const [row] = await sql<Array<{ most: number }>>`
        select coalesce(max(n), 0)::int as most from (
          select count(*) as n from mail.message group by subject_id, made_at::date) counted`
      return row?.most ?? 0
    },
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Intake = Awaited<ReturnType<typeof openIntake>>
