export { findPastTicket } from "./findPastTicket.ts"
export {
  findOwnThread,
  findOwnTicket,
  findThread,
  hasAttachment,
  listOwnTickets,
  type OwnTicket,
  type ThreadFile,
  type ThreadMessage,
  ticketMarks,
} from "./findTickets.ts"
export { findTicket, listQueue, QUEUE_PAGE_MAX, type QueuedTicket, type QueueFilter } from "./listQueue.ts"
export { tickets } from "./tickets.projection.ts"
