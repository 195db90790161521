import { Argument, Command } from "effect/cli"
import { json, yes } from "../lib/flags.ts"
import { creator, person, runChatCommand } from "./runChatCommand.ts"

const level = Argument.Literals("level", ["2", "3"]).pipe(
  Argument.withDescription("2 subscriber, 3 premium subscriber"),
)

/** Grants a level with a creator until it is revoked. */
export const grant = Command.make("grant", { creator, person, level, yes, json }, (flags) =>
  runChatCommand(
    flags,
    [flags.creator, flags.person],
    ([of, who]) => `give ${who} level ${flags.level} with ${of}`,
    (chats, [of, who]) =>
      chats.grant({
        creatorId: of?.personId ?? "",
        personId: who?.personId ?? "",
        level: flags.level === "3" ? 3 : 2,
      }),
  ),
).pipe(Command.withDescription("Grant a person a level with a creator, which opens the rooms of that level"))

export const revoke = Command.make("revoke", { creator, person, yes, json }, (flags) =>
  runChatCommand(
    flags,
    [flags.creator, flags.person],
    ([of, who]) => `take the level with ${of} from ${who}`,
    (chats, [of, who]) => chats.revoke({ creatorId: of?.personId ?? "", personId: who?.personId ?? "" }),
  ),
).pipe(Command.withDescription("Revoke a granted level"))
