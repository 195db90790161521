import { Effect } from "effect"
import type {
  NoTicket,
  TicketNotReady,
  TooManyAttachments,
  TooManyMessages,
  TooManyTickets,
  UnfitTicket,
  UnknownAttachment,
  UnknownTicketLink,
} from "#core/tickets"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"

type Missing = NoTicket | UnknownAttachment | UnknownTicketLink
type Unready = TooManyTickets | TooManyMessages | TooManyAttachments | TicketNotReady
type Refusal = UnfitTicket | Missing | Unready
/** The HTTP error of each refusal. */
type ErrorFor<R extends Refusal> =
  | (UnfitTicket extends R ? BadRequest : never)
  | (Extract<R, Missing> extends never ? never : NotFound)
  | (Extract<R, Unready> extends never ? never : Conflict)

/** Fails with a refusal in the caller's language. */
export const refuseTicket = <R extends Refusal>(refused: R): Effect.Effect<never, ErrorFor<R>> =>
  Effect.flatMap(said(refused), (error) => Effect.fail(error as ErrorFor<R>))

const said = Effect.fnUntraced(function* (refused: Refusal) {
  const t = translator((yield* CurrentCaller).locale)
  const message = refusal(t(refused.messageKey))
  if (refused._tag === "NoTicket" || refused._tag === "UnknownAttachment" || refused._tag === "UnknownTicketLink")
    return new NotFound(message)
  if (refused._tag !== "UnfitTicket") return new Conflict(message)
  const problems = refused.problems.map(({ field, problem }) => [field, [t(`tickets.problem.${problem}`)]] as const)
  return new BadRequest({ ...message, errors: Object.fromEntries(problems) })
})
