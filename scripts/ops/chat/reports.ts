import { Command, Flag } from "effect/cli"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

/** Maximum number of reports in one list. */
const REPORTS_MAX = 10_000

type Row = {
  readonly reportedAt: string
  readonly reporter: string
  readonly author: string
  readonly room: string
  readonly seq: number
  readonly reason: string
  /** Empty if removed. */
  readonly message: string
}

const limit = Flag.Int("limit").pipe(Flag.withDescription("How many, 50 by default"), Flag.withDefault(50))

/** Reports, newest first, with the current text of the message. */
export const reports = Command.make("reports", { limit, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.limit < 1 || flags.limit > REPORTS_MAX)
      throw new Refused(`Ask for 1 to ${REPORTS_MAX} reports.`, EXIT.usage)
    await waitUntilCaughtUp(session)
    const rows = await session.sql<Array<Row>>`
      select to_char(p.reported_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "reportedAt",
        coalesce(r.user_code, p.person_id) as reporter, coalesce(a.user_code, p.sender_id) as author,
        p.room_id as room, p.seq, coalesce(p.reason, '') as reason, coalesce(m.text, '') as message
      from read.chat_report p
        left join read.chat_message m on m.room_id = p.room_id and m.seq = p.seq
        left join read.account r on r.person_id = p.person_id
        left join read.account a on a.person_id = p.sender_id
      order by p.reported_at desc limit ${flags.limit}`
    output.table(
      rows.map(({ reportedAt, message, reason, ...row }) => ({
        reported: reportedAt,
        ...row,
        reason: reason.slice(0, 40),
        message: message.slice(0, 60),
      })),
    )
    output.document({ reports: rows })
  }),
).pipe(Command.withDescription("Messages that people reported, the newest report first"))
