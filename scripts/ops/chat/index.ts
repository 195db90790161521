import { Command } from "effect/cli"
import { ban, unban } from "./ban.ts"
import { grant, revoke } from "./grant.ts"
import { connections, drain, status } from "./nodes.ts"
import { open, shut } from "./open.ts"
import { reports } from "./reports.ts"
import { rooms } from "./rooms.ts"

export const chat = Command.make("chat").pipe(
  Command.withDescription("Nodes, rooms, levels, bans and reports"),
  Command.withSubcommands([status, connections, drain, rooms, reports, grant, revoke, ban, unban, open, shut]),
)
