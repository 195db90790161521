import type { ReadMessage } from "#core/mail"

/** A message in the words of the operators' CLI. */
export const summaryOf = ({ message, to, letter }: ReadMessage) => ({
  id: message.messageId,
  kind: message.kind,
  madeAt: new Date(message.madeMs).toISOString(),
  to,
  subject: letter?.subject ?? null,
  state: message.state,
  attempts: message.attempts,
  reply: message.reply,
})
