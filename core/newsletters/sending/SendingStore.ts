import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import type { Exclusion } from "./LetterSource.ts"

/** What a run is about: a new post, one that opened to a lower level, or the posts of a day or a week. */
export type SendingKind = "post" | "opened" | "daily" | "weekly"
/** A run of mail that is not over. */
export type OpenSending = {
  readonly sendingId: string
  readonly kind: SendingKind
  /** Null for digests. */
  readonly postId: string | null
  readonly channelId: number | null
  readonly authorId: string | null
  readonly state: "held" | "running"
  readonly dueMs: number
}
export type NewSending = Omit<OpenSending, "state"> & { readonly expiresMs: number }
type Resume = {
  readonly nowMs: number
  readonly expiresMs: number
  /** Runs that were due before stay as they are. */
  readonly sinceMs: number
  readonly resendsMax: number
}
export type Candidate = { readonly personId: string; readonly exclusion: Exclusion | null }
/** A letter that a worker is to write. */
export type DueLetter = {
  readonly letterId: number
  readonly personId: string
  readonly attempts: number
  readonly isUncertain: boolean
}
/** What became of the letters of a batch, or of a run. */
export type Tally = {
  readonly candidates: number
  readonly submitted: number
  readonly uncertain: number
  readonly open: number
  readonly excluded: Readonly<Record<string, number>>
  readonly byLevel: Readonly<Record<string, number>>
}
type TallyRow = {
  batch: number
  state: string
  reason: string | null
  unsure: boolean
  level: number | null
  count: number
}

/** The rows of runs of mail. Raw statements, because they lock and fence. Times are milliseconds since 1970. */
export const makeSendingStore = (sql: SqlClient) => {
  const tallyRows = (sendingId: string, except: ReadonlyArray<number>) =>
    request(
      () => sql<Array<TallyRow>>`
        select batch, state, reason, is_uncertain as unsure, level_id as level, count(*)::int as count
        from newsletters.letter where sending_id = ${sendingId} and batch <> all(${[...except]}::int[])
        group by 1, 2, 3, 4, 5`,
    )
  return {
    /** Adds a run; the same id again changes nothing. */
    add: ({ sendingId, kind, postId, channelId, authorId, dueMs, expiresMs }: NewSending) =>
      request(
        () => sql`
          insert into newsletters.sending (sending_id, kind, post_id, channel_id, author_id, state, due_at, expires_at)
          values (${sendingId}, ${kind}, ${postId}, ${channelId}, ${authorId}, 'held', ${at(dueMs)}, ${at(expiresMs)})
          on conflict (sending_id) do nothing`,
      ),

    listOpen: (nowMs: number, limit: number) =>
      request(
        () => sql<Array<OpenSending>>`
          select sending_id as "sendingId", kind, post_id as "postId", channel_id as "channelId",
            author_id as "authorId", state,
            (extract(epoch from due_at) * 1000)::float8 as "dueMs"
          from newsletters.sending where state in ('held', 'running') and due_at <= ${at(nowMs)}
          order by due_at limit ${limit}`,
      ),

    /** Runs that are over, whose last event may be missing. */
    listUntold: (limit: number) =>
      request(
        () => sql<Array<{ sendingId: string; by: "author" | "deleted" | "hidden" }>>`
          select sending_id as "sendingId", cancelled_by as by from newsletters.sending
          where state = 'cancelled' and not is_told limit ${limit}`,
      ),
    markTold: (sendingId: string) =>
      request(() => sql`update newsletters.sending set is_told = true where sending_id = ${sendingId}`),

    find: (sendingId: string) =>
      Effect.map(
        request(
          () => sql<Array<{ authorId: string | null; channelId: number | null; state: string }>>`
            select author_id as "authorId", channel_id as "channelId", state
            from newsletters.sending where sending_id = ${sendingId}`,
        ),
        ([found]) => found ?? null,
      ),

    /** The runs about a post, the first one first. */
    listOfPost: (postId: string) =>
      request(
        () => sql<Array<{ sendingId: string; isOpen: boolean; cancelledBy: string | null }>>`
          select sending_id as "sendingId", state in ('held', 'running') as "isOpen", cancelled_by as "cancelledBy"
          from newsletters.sending where post_id = ${postId} order by due_at, sending_id`,
      ),

    /**
     * Those of these people who got the whole post by another run, or may have: a letter whose fate is unknown counts.
     */
    listWithWhole: (postId: string, sendingId: string, personIds: ReadonlyArray<string>) =>
      Effect.map(
        request(
          () => sql<Array<{ personId: string }>>`
            select distinct l.person_id as "personId" from newsletters.letter l
            where l.sending_id in (
                select sending_id from newsletters.sending where post_id = ${postId} and sending_id <> ${sendingId})
              and l.person_id = any(${[...personIds]}::uuid[]) and l.bounced_at is null
              and (l.state in ('sent', 'sending') or l.is_uncertain) and l.is_whole is not false`,
        ),
        (rows) => new Set(rows.map(({ personId }) => personId)),
      ),

    /**
     * Lets failed letters of a finished run wait again, as a batch of their own. Addresses that bounced for good stay out.
     * Returns how many wait; null if the run is not finished, is older, or was resumed as often as it may.
     */
    resume: (sendingId: string, { nowMs, expiresMs, sinceMs, resendsMax }: Resume) =>
      request(() =>
        sql.begin(async (tx) => {
          const [run] = await tx<Array<{ channelId: number }>>`
            select channel_id as "channelId" from newsletters.sending
            where sending_id = ${sendingId} and state = 'finished' and resends < ${resendsMax}
              and due_at >= ${at(sinceMs)} for update`
          if (run === undefined) return null
          const { count } = await tx`
            update newsletters.letter l set state = 'waiting', reason = null, reply = null, attempts = 0,
              bounced_at = null, settled_at = null, is_uncertain = false, due_at = ${at(nowMs)},
              batch = (select max(batch) + 1 from newsletters.letter where sending_id = ${sendingId})
            where sending_id = ${sendingId}
              and (bounced_at is not null or (state = 'excluded' and reason = 'undeliverable' and not is_uncertain))
              and not exists (
                select from newsletters.suppression s
                where s.address = l.address and s.channel_id in (0, ${run.channelId}))`
          if (count === 0) return 0
          await tx`
            update newsletters.sending set state = 'running', resends = resends + 1, expires_at = ${at(expiresMs)}
            where sending_id = ${sendingId}`
          return count
        }),
      ),

    /** When the last digest of a kind before this one was due; null if there was none. */
    dueBefore: (kind: SendingKind, dueMs: number) =>
      Effect.map(
        request(
          () => sql<Array<{ dueMs: number | null }>>`
            select (extract(epoch from max(due_at)) * 1000)::float8 as "dueMs" from newsletters.sending
            where kind = ${kind} and due_at < ${at(dueMs)}`,
        ),
        ([row]) => row?.dueMs ?? null,
      ),

    /** Adds the people of a batch; a person who is there already stays as they are. */
    addLetters: (sendingId: string, batch: number, people: ReadonlyArray<Candidate>, nowMs: number) =>
      request(
        () => sql`
          insert into newsletters.letter (sending_id, person_id, batch, state, reason, due_at, settled_at)
          select ${sendingId}, p, ${batch}, case when r is null then 'waiting' else 'excluded' end, r, ${at(nowMs)},
            case when r is null then null else ${at(nowMs)}::timestamptz end
          from unnest(${people.map(({ personId }) => personId)}::uuid[],
            ${people.map(({ exclusion }) => exclusion)}::text[]) as c(p, r)
          on conflict (sending_id, person_id) do nothing`,
      ),

    start: (sendingId: string) =>
      request(
        () => sql`
          update newsletters.sending set state = 'running' where sending_id = ${sendingId} and state = 'held'`,
      ),

    /** Makes this worker the only one that may start letters. Returns its epoch; null if the run is over. */
    takeOver: (sendingId: string) =>
      Effect.map(
        request(
          () => sql<Array<{ epoch: number }>>`
            update newsletters.sending set epoch = epoch + 1
            where sending_id = ${sendingId} and state = 'running' returning epoch`,
        ),
        ([row]) => row?.epoch ?? null,
      ),

    /**
     * Marks letters that another worker left under way: nobody knows whether they arrived. Each is sent once more, and a
     * second time never.
     */
    recover: (sendingId: string, nowMs: number) =>
      request(
        () => sql`
          update newsletters.letter set
            state = case when is_uncertain then 'sent' else 'waiting' end,
            settled_at = case when is_uncertain then ${at(nowMs)}::timestamptz end,
            is_uncertain = true, due_at = ${at(nowMs)}
          where sending_id = ${sendingId} and state = 'sending'`,
      ),

    /** Letters that are due, the oldest first. */
    listDue: (sendingId: string, nowMs: number, limit: number) =>
      request(
        () => sql<Array<DueLetter>>`
          select letter_id as "letterId", person_id as "personId", attempts, is_uncertain as "isUncertain"
          from newsletters.letter where sending_id = ${sendingId} and state = 'waiting' and due_at <= ${at(nowMs)}
          order by due_at, letter_id limit ${limit}`,
      ),

    /** Gives up what is still waiting after the run has expired. */
    expire: (sendingId: string, nowMs: number) =>
      request(
        () => sql`
          update newsletters.letter l set state = 'excluded', reason = 'undeliverable', settled_at = ${at(nowMs)}
          from newsletters.sending s
          where s.sending_id = ${sendingId} and s.expires_at <= ${at(nowMs)}
            and l.sending_id = s.sending_id and l.state = 'waiting'`,
      ),

    /** Ends a run, and excludes what waits. Letters under way are settled by their worker, or by `recover`. */
    cancel: (sendingId: string, by: string, nowMs: number) =>
      request(() =>
        sql.begin(async (tx) => {
          const ended = await tx`
            update newsletters.sending set state = 'cancelled', cancelled_by = ${by}
            where sending_id = ${sendingId} and state in ('held', 'running')`
          if (ended.count === 0) return false
          await tx`
            update newsletters.letter set state = 'excluded', reason = 'cancelled', settled_at = ${at(nowMs)}
            where sending_id = ${sendingId} and state = 'waiting'`
          return true
        }),
      ),

    /** Runs that were called off while a worker that was killed since had letters under way. */
    listAbandoned: (limit: number) =>
      request(
        () => sql<Array<{ sendingId: string; postId: string | null }>>`
          select distinct s.sending_id as "sendingId", s.post_id as "postId" from newsletters.letter l
          join newsletters.sending s using (sending_id)
          where l.state = 'sending' and s.state = 'cancelled' limit ${limit}`,
      ),
    abandon: (sendingId: string, nowMs: number) =>
      request(
        () => sql`
          update newsletters.letter set state = 'excluded', reason = 'cancelled', is_uncertain = true,
            settled_at = ${at(nowMs)}
          where sending_id = ${sendingId} and state = 'sending'`,
      ),

    finish: (sendingId: string) =>
      request(
        () => sql`
          update newsletters.sending set state = 'finished', is_told = true
          where sending_id = ${sendingId} and state = 'running'`,
      ),

    /** Counts by batch. @param except batches that are not needed */
    tallies: (sendingId: string, except: ReadonlyArray<number>) =>
      Effect.map(tallyRows(sendingId, except), (rows) => {
        const batches = [...new Set(rows.map(({ batch }) => batch))].toSorted((a, b) => a - b)
        return new Map(batches.map((batch) => [batch, tallyOf(rows.filter((row) => row.batch === batch))]))
      }),
    tally: (sendingId: string) => Effect.map(tallyRows(sendingId, []), tallyOf),

    lettersOn: (day: string) =>
      Effect.map(
        request(
          () => sql<Array<{ letters: number }>>`select letters from newsletters.day where day = ${day}::text::date`,
        ),
        ([row]) => row?.letters ?? 0,
      ),

    forgetPerson: (personId: string) =>
      request(
        () => sql`
          update newsletters.letter set address = null,
            state = case when state = 'waiting' then 'excluded' else state end,
            reason = case when state = 'waiting' then 'erased' else reason end
          where person_id = ${personId}`,
      ),
  }
}

const tallyOf = (rows: ReadonlyArray<TallyRow>): Tally => {
  const sum = (fits: (row: TallyRow) => boolean) => rows.reduce((total, row) => total + (fits(row) ? row.count : 0), 0)
  const by = (key: (row: TallyRow) => string | null) => {
    const counts: Record<string, number> = {}
    for (const row of rows) {
      const name = key(row)
      if (name !== null) counts[name] = (counts[name] ?? 0) + row.count
    }
    return counts
  }
  return {
    candidates: sum(() => true),
    submitted: sum(({ state, unsure }) => state === "sent" && !unsure),
    // A letter that the server may have taken counts as uncertain, also if it was excluded before its second attempt.
    uncertain: sum(({ state, unsure }) => (state === "sent" || state === "excluded") && unsure),
    open: sum(({ state }) => state === "waiting" || state === "sending"),
    excluded: by(({ state, reason, unsure }) => (state === "excluded" && !unsure ? (reason ?? "other") : null)),
    byLevel: by(({ state, level }) => (state === "sent" && level !== null ? String(level) : null)),
  }
}

const request = <A>(query: () => PromiseLike<A>): Effect.Effect<A> => Effect.promise(async () => query())

const at = (ms: number): Date => new Date(ms)
