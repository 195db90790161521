import { Effect } from "effect"
import type { Sql } from "#core/kernel"
import { Attachments } from "#core/tickets"
import { hasAttachment } from "#projections/tickets"

/** Deletes uploaded files that no message has. */
export const sweepAttachments = Effect.gen(function* () {
  const services = yield* Effect.context<Sql>()
  yield* Attachments.use(({ sweep }) => sweep((id) => Effect.provide(hasAttachment(id), services)))
})
