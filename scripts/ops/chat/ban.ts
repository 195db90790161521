import { Command } from "effect/cli"
import { OPERATOR } from "#core/chat"
import { inSession } from "../lib/command.ts"
import { json, yes } from "../lib/flags.ts"
import { noWait } from "../operate/run.ts"
import { runOperation } from "../operate/runOperation.ts"
import { creator, groupScope, person, runChatCommand } from "./runChatCommand.ts"

/** Bans a user from a group room. */
export const ban = Command.make("ban", { creator, scope: groupScope, person, yes, json }, (flags) =>
  runChatCommand(
    flags,
    [flags.creator, flags.person],
    ([of, who]) => `ban ${who} from the ${flags.scope} room of ${of}`,
    (chats, [of, who]) =>
      chats.ban({
        by: OPERATOR,
        room: { scope: flags.scope, ownerId: of?.personId ?? "" },
        personId: who?.personId ?? "",
      }),
  ),
).pipe(Command.withDescription("Ban a person from a creator's room"))

/** Lets a person into a room again, which two operators sign. */
export const unban = Command.make("unban", { creator, scope: groupScope, person, noWait, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    runOperation(session, output, {
      ...{ name: "chat.unban", given: { creator: flags.creator, scope: flags.scope, person: flags.person } },
      ...{ yes: flags.yes, wait: !flags.noWait },
    }),
  ),
).pipe(Command.withDescription("Lift a ban; two operators sign it"))
