import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

/** Maximum number of users in one list. */
const PEOPLE_MAX = 10_000

type Node = {
  readonly node: string
  readonly name: string
  readonly started: string
  readonly connections: number
  readonly people: number
  readonly nats: boolean
  readonly draining: boolean
}

const liveNodes = ({ sql }: Session) => sql<Array<Node>>`
  select node_id as node, name, to_char(started_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as started, connections, people,
    has_broker as nats, is_draining as draining
  from chat.node where ends_at > now() order by started_at`

/** Chat nodes with a heartbeat within ten seconds. */
export const status = Command.make("status", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const nodes = await liveNodes(session)
    if (nodes.length === 0) output.say("No chat node is running.")
    output.table(nodes.map(({ nats, draining, ...node }) => ({ ...node, nats: word(nats), draining: word(draining) })))
    output.document({ nodes })
  }),
).pipe(Command.withDescription("The running chat nodes with their sockets"))

const of = Flag.String("of").pipe(Flag.withDescription("Only the person with this code"), Flag.optional)
const limit = Flag.Int("limit").pipe(Flag.withDescription("How many, 50 by default"), Flag.withDefault(50))

/** Connected users and their nodes. */
export const connections = Command.make("connections", { of, limit, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.limit < 1 || flags.limit > PEOPLE_MAX) throw new Refused(`Ask for 1 to ${PEOPLE_MAX} people.`, EXIT.usage)
    const code = Option.getOrNull(flags.of)?.toUpperCase() ?? null
    await waitUntilCaughtUp(session)
    const rows = await session.sql<Array<{ person: string; node: string; name: string; leaving: boolean }>>`
      select coalesce(a.user_code, p.person_id::text) as person, p.node_id as node, n.name, p.until is not null as leaving
      from chat.presence p join chat.node n using (node_id) left join read.account a on a.person_id = p.person_id::text
      where n.ends_at > now() and (p.until is null or p.until > now()) and (${code}::text is null or a.user_code = ${code})
      order by person, n.started_at limit ${flags.limit}`
    output.table(rows.map(({ leaving, ...row }) => ({ ...row, leaving: word(leaving) })))
    output.document({ connections: rows })
  }),
).pipe(Command.withDescription("Who is connected, and to which node"))

const node = Argument.String("node").pipe(Argument.withDescription("The node's id, or its last characters"))
const back = Flag.Boolean("back").pipe(Flag.withDescription("Accept sockets again"), Flag.withDefault(false))

/** Moves the sockets of a node to other nodes and refuses new ones, until the node restarts or is resumed. */
export const drain = Command.make("drain", { node, back, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const found = (await liveNodes(session)).filter((each) => each.node.endsWith(flags.node.toLowerCase()))
    const [one] = found
    if (one === undefined) throw new Refused("No such chat node is running.")
    if (found.length > 1) throw new Refused("Several node ids end like that; give more characters.", EXIT.usage)
    const step = flags.back
      ? `let ${one.name} (${one.node}) take sockets again`
      : `ask the ${one.connections} sockets of ${one.name} (${one.node}) to go elsewhere, within ten seconds`
    const steps = one.draining === !flags.back ? [] : [step]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      await session.sql`update chat.node set is_draining = ${!flags.back} where node_id = ${one.node}`
      output.say("Done: the node sees it within two seconds.")
      return { node: one.node, draining: !flags.back }
    })
  }),
).pipe(Command.withDescription("Move the sockets of a node to other nodes and refuse new ones"))

const word = (is: boolean): string => (is ? "yes" : "no")
