import { Argument } from "effect/cli"
import { GROUP_SCOPES, SCOPES } from "#contract/chat"

export const creator = Argument.String("creator").pipe(Argument.withDescription("The creator's code"))
export const person = Argument.String("person").pipe(Argument.withDescription("The person's code"))
export const groupScope = Argument.Literals("scope", GROUP_SCOPES).pipe(Argument.withDescription("Which of the rooms"))
export const scope = Argument.Literals("scope", SCOPES).pipe(
  Argument.withDescription("Which of the rooms; Person: whether the creator may be written to at all"),
)
