export { Attachments } from "./attachments/Attachments.ts"
export { type TicketEvent, TicketEvents } from "./events.ts"
export { MACRO_NAME_LENGTH_MAX, MacroInvalid } from "./macros/changeMacro.ts"
export { type Macro, macroText } from "./macros/MacroList.ts"
export { Macros } from "./macros/Macros.ts"
export { openReplyReader } from "./mail/openReplyReader.ts"
export { ReplyAddresses } from "./mail/ReplyAddresses.ts"
export type { ReplyMail } from "./mail/readReplyMail.ts"
export type {
  NoHeldReply,
  NoTicket,
  NotMergeable,
  NotSplittable,
  OwnTicket,
  ReplyOutdated,
  TicketNotReady,
  TicketProblem,
  TooManyAttachments,
  TooManyMessages,
  TooManyTickets,
  UnfitTicket,
  UnknownAttachment,
} from "./refusals.ts"
export { UnknownTicketLink } from "./refusals.ts"
export { Support } from "./Support.ts"
export { ServiceLevels } from "./sla/policy/ServiceLevels.ts"
export {
  policyFormOf,
  readPolicy,
  WEEKDAYS,
} from "./sla/policy/setPolicy.ts"
export type { SlaPolicy } from "./sla/serviceLevels.ts"
export { TicketDues } from "./TicketDues.ts"
export { type SavedTicket, Tickets } from "./Tickets.ts"
export { isShownFile, type TicketAttachment, type TicketState, ticketNumberOf } from "./ticket/Ticket.ts"
export { REPLY_MAIL_BYTES_MAX } from "./ticketRules.ts"
