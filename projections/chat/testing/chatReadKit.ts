import { Clock, Effect, Layer, ManagedRuntime, Result } from "effect"
import { AccountEvents } from "#core/accounts"
import { Chats, type RoomAddress } from "#core/chat"
import {
  type Aggregate,
  EventStore,
  eraseSubject,
  Hints,
  PostgresEventStore,
  Sealing,
  Sql,
  uuidv7,
  writer,
} from "#core/kernel"
import { accounts } from "#projections/accounts"
import { claims } from "#projections/channels"
import {
  type Decode,
  decodeEvent,
  digest,
  ProjectionRunner,
  prepareProjections,
  rebuild,
  waitFor,
} from "#projections/runner"
import { forgetChatReactor } from "../../../src/worker/reactors/forgetChat.ts"
import { chat } from "../chat.projection.ts"
import { creatorsLayer } from "../creators.ts"

const projections = [accounts, claims, chat]
const SETTLE_MS_MAX = 40_000
type AccountEvent = Parameters<typeof AccountEvents.encode>[0]
const Account: Aggregate<number, AccountEvent> = {
  category: "account",
  events: AccountEvents,
  initial: 0,
  evolve: (count) => count + 1,
}

/**
 * Chat on a real database.
 *
 * @param follows false if another process updates the read models
 */
export const makeChatReadKit = async (url: string, follows = true) => {
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(new Uint8Array(32).fill(7)))),
    Layer.provideMerge(Sql.layer(url)),
  )
  const services = Chats.layer.pipe(Layer.provideMerge(creatorsLayer), Layer.provideMerge(kernel))
  const runner = Layer.unwrap(
    Effect.map(forgetChatReactor, (reactor) =>
      ProjectionRunner.layer({ projections, reactors: [reactor], log: () => undefined, loop: follows }),
    ),
  )
  const runtime = ManagedRuntime.make(runner.pipe(Layer.provideMerge(services)))
  type Services = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
  const run = <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => runtime.runPromise(effect)
  const sealing = await run(Sealing)
  const { client: sql } = await run(Sql)
  const chats = await run(Chats)
  const writeAccount = await run(writer(Account))
  const decode: Decode = (projection, event) => decodeEvent(projection, sealing, event)
  await prepareProjections(sql, projections, { decode })
  await run(ProjectionRunner)
  const nowMs = Date.UTC(2026, 10, 21, 8)
  const nowIso = new Date(nowMs).toISOString()
  let made = 0

  /** Creates a person; the code is the name in capital letters. */
  const person = async (name: string): Promise<string> => {
    const personId = uuidv7(nowMs + made)
    made += 1
    const who = { personId, userCode: name.toUpperCase(), email: null, passwordHash: null, locale: "en", invite: null }
    await run(
      writeAccount(personId, () =>
        Result.succeed([
          { _tag: "accounts.AccountOpened.v1", ...who, openedAt: nowIso },
          { _tag: "accounts.AccountActivated.v1", personId, activatedAt: nowIso },
          { _tag: "accounts.PersonNamed.v1", personId, displayName: name, userCode: who.userCode, namedAt: nowIso },
        ] satisfies ReadonlyArray<AccountEvent>),
      ),
    )
    return personId
  }

  /** Waits until the read models include the whole log. */
  const settle = () =>
    run(
      Effect.gen(function* () {
        const head = yield* (yield* EventStore).head
        for (const { name } of projections)
          if (!(yield* waitFor(name, head, SETTLE_MS_MAX))) throw new Error(`${name} does not come to ${head}`)
      }),
    )

  /** Deletes the account, drops the key and waits for the reactor. */
  const leave = async (personId: string): Promise<void> => {
    const farewell = { farewellId: uuidv7(nowMs), email: null, locale: "en", deletedAt: nowIso }
    const { receipt } = await run(
      writeAccount(personId, () => Result.succeed([{ _tag: "accounts.AccountDeleted.v1", personId, ...farewell }])),
    )
    await run(eraseSubject(personId))
    const isDone = async () =>
      (await sql`select from es.reactor where name = 'forget_chat' and position >= ${receipt.position}`).length > 0
    while (!(await isDone())) await run(Effect.sleep("20 millis"))
    await settle()
  }

  const post = (by: string, room: RoomAddress, text: string, { replyTo = null, atMs }: PostOptions = {}) => {
    made += 1
    const posting = chats.post({ by, room, clientId: `m${made}`, text, replyTo, pictures: [] })
    return run(
      atMs === undefined
        ? posting
        : Effect.flatMap(clockAt(atMs), (clock) => Effect.provideService(posting, Clock.Clock, clock)),
    )
  }

  return {
    run,
    sql,
    chats,
    person,
    leave,
    post,
    settle,
    /** Digests of all tables, as updated live and as rebuilt from the log. */
    digests: async () => {
      const live = await digest(sql, chat, 1)
      const { build } = await rebuild(sql, chat, { decode })
      return { live, rebuilt: await digest(sql, chat, build) }
    },
    close: () => runtime.dispose(),
  }
}
type PostOptions = { readonly replyTo?: number | null; readonly atMs?: number }

const clockAt = (nowMs: number) =>
  Effect.map(
    Clock.Clock,
    (real): Clock.Clock =>
      Object.assign(Object.create(real), {
        currentTimeMillisUnsafe: () => nowMs,
        currentTimeMillis: Effect.succeed(nowMs),
      }),
  )

export type ChatReadKit = Awaited<ReturnType<typeof makeChatReadKit>>
