import type { ReadMessage } from "#core/mail"

/** A message in the words of the operators' CLI. */
export const summaryOf = ({ message, to, rendered }: ReadMessage) => ({
  id: message.messageId,
  kind: message.kind,
  madeAt: new Date(message.madeMs).toISOString(),
  to,
  subject: rendered?.subject ?? null,
  state: message.state,
  attempts: message.attempts,
  reply: message.reply,
})
