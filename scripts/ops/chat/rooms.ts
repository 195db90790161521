import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

/** Maximum number of rooms in one list. */
const ROOMS_MAX = 10_000

type Row = {
  readonly room: string
  readonly scope: string
  readonly of: string
  readonly status: string
  readonly messages: number
  readonly members: number
  readonly banned: number
  readonly lastAt: string
}

const of = Flag.String("of").pipe(Flag.withDescription("Only rooms of the person with this code"), Flag.optional)
const limit = Flag.Int("limit").pipe(Flag.withDescription("How many, 50 by default"), Flag.withDefault(50))

/** Rooms with message counts, most recent first. Shows no message texts. */
export const rooms = Command.make("rooms", { of, limit, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.limit < 1 || flags.limit > ROOMS_MAX) throw new Refused(`Ask for 1 to ${ROOMS_MAX} rooms.`, EXIT.usage)
    await waitUntilCaughtUp(session)
    const code = Option.getOrNull(flags.of)?.toUpperCase() ?? null
    const rows = await session.sql<Array<Row>>`
      select r.room_id as room, r.scope, r.status, r.head as messages,
        concat_ws(', ', coalesce(o.user_code, r.owner_id), coalesce(a.user_code, r.one_id), coalesce(b.user_code, r.other_id)) as of,
        (select count(*)::int from read.chat_seat s where s.room_id = r.room_id and s.status = 'joined') as members,
        (select count(distinct s.person_id)::int from read.chat_ban s where s.room_id = r.room_id) as banned,
        to_char(r.last_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastAt"
      from read.chat_room r
        left join read.account o on o.person_id = r.owner_id
        left join read.account a on a.person_id = r.one_id
        left join read.account b on b.person_id = r.other_id
      where ${code}::text is null or ${code} in (o.user_code, a.user_code, b.user_code)
      order by r.last_at desc, r.room_id limit ${flags.limit}`
    output.table(rows.map(({ lastAt, ...row }) => ({ ...row, "last message": lastAt })))
    output.document({ rooms: rows })
  }),
).pipe(Command.withDescription("Rooms with their message counts, most recent first"))
