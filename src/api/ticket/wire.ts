import type { OwnTicket, ThreadFile, ThreadMessage } from "#projections/tickets"

export const toListedTicket = ({ number, subject, topic, status, isAnswered, openedAt, changedAt }: OwnTicket) => ({
  ticketNumber: number,
  subject,
  topic,
  status,
  answered: isAnswered,
  opened: openedAt.getTime(),
  changed: changedAt.getTime(),
})

type Thread = { readonly messages: ReadonlyArray<ThreadMessage>; readonly files: ReadonlyArray<ThreadFile> }

/** A ticket with the messages that its person sees. */
export const toTicket = (ticket: OwnTicket, { messages, files }: Thread) => {
  const { number, status, version, mergedInto, follows, splitFrom, rating, ratingComment, linkKind, linkId } = ticket
  const isDone = status === "solved" || status === "closed"
  return {
    ...toListedTicket(ticket),
    ...{ version, mergedInto, follows, splitFrom, rating, ratingComment },
    link: linkKind === null || linkId === null ? null : { kind: linkKind, id: linkId },
    mayClose: !isDone && mergedInto === null,
    mayRate: isDone && mergedInto === null && messages.some(({ author }) => author === "operator"),
    messages: messages.map((message) => ({
      messageId: message.messageId,
      author: message.author === "person" ? ("you" as const) : ("support" as const),
      text: message.text,
      byMail: message.source === "mail",
      fromTicket: message.number === number ? null : message.number,
      files: files
        .filter((file) => file.number === message.number && message.attachmentIds.includes(file.attachmentId))
        .map(({ attachmentId, name, mediaType, bytes }) => ({
          ...{ attachmentId, name, mediaType, bytes, ticketNumber: message.number },
        })),
      at: message.saidAt.getTime(),
    })),
  }
}
