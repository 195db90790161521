import type { TicketPriority } from "../ticketRules.ts"

/** What happened to a ticket, as far as its service levels depend on it. Oldest first. */
export type ClockFact =
  | {
      readonly kind: "opened" | "asked" | "answered" | "waiting" | "solved" | "reopened" | "paused" | "resumed"
      readonly atMs: number
    }
  | { readonly kind: "prioritised"; readonly atMs: number; readonly priority: TicketPriority }
