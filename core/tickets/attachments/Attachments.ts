import { randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { decrypt, encrypt, Sealing, Sql, uuidv7 } from "#core/kernel"
import { cleanFileName, MediaStorage } from "#core/media"
import { type AttachmentTooLarge, type NotAttachable, TooManyAttachments, UnknownAttachment } from "../refusals.ts"
import type { TicketAttachment, TicketState } from "../ticket/Ticket.ts"
import { ATTACHMENT_BYTES_PER_DAY_MAX, ATTACHMENTS_MAX } from "../ticketRules.ts"
import { readAttachment } from "./readAttachment.ts"

const DAY_MS = 86_400_000
const KEY_BYTES = 32
/** Files that one process reads and encrypts at the same time. */
const READ_AT_ONCE_MAX = 2
/** Files that one sweep decides about. */
const SWEPT_MAX = 1_000

/** A stored file before or after a message has it. */
export type StoredAttachment = Omit<TicketAttachment, "key">

/** Who sends a file: the person of the ticket, or an operator to that person. */
export type FileSender = "person" | "support"

type Row = {
  readonly attachmentId: string
  readonly nameAndKey: Uint8Array | null
  readonly mediaType: string
  readonly bytes: number
}

/** Where a file is, spread over 256 folders by the random end of its id. */
const fileOf = (attachmentId: string): string => `tickets/${attachmentId.slice(-2)}/${attachmentId}`

/**
 * Files of tickets. Each is encrypted with a key of its own, which is sealed for the person until a message has the file
 * and for the ticket afterwards, so that it is unreadable as soon as the ticket is erased.
 */
export class Attachments extends Context.Service<
  Attachments,
  {
    /** @param from who sends it: operators attach files to tickets of the person */
    keep(
      personId: string,
      name: string,
      bytes: Uint8Array,
      from?: FileSender,
    ): Effect.Effect<StoredAttachment, NotAttachable | AttachmentTooLarge | TooManyAttachments>
    /** Files for a person's tickets that no message has yet, with their keys. */
    take(
      personId: string,
      attachmentIds: ReadonlyArray<string>,
      from?: FileSender,
    ): Effect.Effect<ReadonlyArray<TicketAttachment>, UnknownAttachment>
    /** The content of a file of this ticket; null if the ticket has no such file. */
    open(ticket: TicketState, attachmentId: string): Effect.Effect<Uint8Array | null>
    /** Deletes files that no message has after a day. @param isUsed whether a ticket has the file */
    sweep(isUsed: (attachmentId: string) => Effect.Effect<boolean>): Effect.Effect<void>
    /** Deletes all files of a person. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/tickets/Attachments") {
  static readonly layerNoStorage = Layer.effect(
    Attachments,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const [sealing, storage] = [yield* Sealing, yield* MediaStorage]
      const reading = yield* Semaphore.make(READ_AT_ONCE_MAX)

      const drop = async (rows: ReadonlyArray<{ readonly attachmentId: string }>) => {
        for (const { attachmentId } of rows) {
          await storage.remove(fileOf(attachmentId))
          await sql`delete from tickets.attachment where attachment_id = ${attachmentId}`
        }
      }
      const sealed = Effect.fnUntraced(function* (personId: string, { attachmentId, nameAndKey, ...row }: Row) {
        const opened = nameAndKey && (yield* sealing.open(personId, attachmentId, nameAndKey))
        return opened === null
          ? yield* new UnknownAttachment({})
          : ({ ...(opened as { name: string; key: string }), attachmentId, ...row } satisfies TicketAttachment)
      })

      return Attachments.of({
        keep: Effect.fn("Attachments.keep")(function* (personId, name, given, from = "person") {
          const nowMs = yield* Clock.currentTimeMillis
          const [today] = yield* Effect.promise(
            () => sql<Array<{ bytes: number }>>`
              select coalesce(sum(bytes), 0)::float8 as bytes from tickets.attachment
              where person_id = ${personId} and is_support = ${from === "support"}
                and made_at > ${new Date(nowMs - DAY_MS)}`,
          )
          if ((today?.bytes ?? 0) + given.length > ATTACHMENT_BYTES_PER_DAY_MAX)
            return yield* new TooManyAttachments({})
          const { mediaType, bytes } = yield* reading.withPermits(1)(readAttachment(given))
          const [attachmentId, key] = [uuidv7(nowMs), randomBytes(KEY_BYTES)]
          const attachment = { name: cleanFileName(name), key: key.toString("base64") }
          const nameAndKey = yield* sealing.seal(personId, attachmentId, attachment)
          // The row first: sweeps and erasures delete by row, so a file without a row would remain.
          yield* Effect.promise(
            () => sql`
              insert into tickets.attachment
                (attachment_id, person_id, is_support, name_and_key, media_type, bytes, made_at)
              values (${attachmentId}, ${personId}, ${from === "support"}, ${nameAndKey}, ${mediaType},
                ${bytes.length}, ${new Date(nowMs)})`,
          )
          yield* Effect.promise(() => storage.write(fileOf(attachmentId), encrypt(key, attachmentId, bytes)))
          return { attachmentId, mediaType, bytes: bytes.length, name: attachment.name }
        }),

        take: Effect.fn("Attachments.take")(function* (personId, attachmentIds, from = "person") {
          const wanted = [...new Set(attachmentIds)]
          if (wanted.length === 0) return []
          if (wanted.length > ATTACHMENTS_MAX) return yield* new UnknownAttachment({})
          const rows = yield* Effect.promise(
            () => sql<Array<Row>>`
              select attachment_id as "attachmentId", name_and_key as "nameAndKey", media_type as "mediaType", bytes
              from tickets.attachment
              where person_id = ${personId} and is_support = ${from === "support"}
                and attachment_id = any(${wanted}) and name_and_key is not null
              order by attachment_id`,
          )
          if (rows.length < wanted.length) return yield* new UnknownAttachment({})
          return yield* Effect.forEach(rows, (row) => sealed(personId, row))
        }),

        open: Effect.fn("Attachments.open")(function* ({ attachments }, attachmentId) {
          const file = attachments.find((each) => each.attachmentId === attachmentId)
          if (file?.key === undefined || file.key === null) return null
          const key = Buffer.from(file.key, "base64")
          const bytes = yield* Effect.promise(() => storage.read(fileOf(attachmentId)))
          return bytes === null ? null : decrypt(key, attachmentId, bytes)
        }),

        sweep: Effect.fn("Attachments.sweep")(function* (isUsed) {
          const before = new Date((yield* Clock.currentTimeMillis) - DAY_MS)
          const waiting = yield* Effect.promise(
            () => sql<Array<{ attachmentId: string }>>`
              select attachment_id as "attachmentId" from tickets.attachment
              where not is_kept and made_at < ${before} order by made_at limit ${SWEPT_MAX}`,
          )
          for (const row of waiting) {
            const isKept = yield* isUsed(row.attachmentId)
            yield* Effect.promise(async () => {
              if (isKept)
                await sql`
                  update tickets.attachment set is_kept = true, name_and_key = null
                  where attachment_id = ${row.attachmentId}`
              else await drop([row])
            })
          }
        }),

        forget: (personId) =>
          Effect.promise(async () =>
            drop(
              await sql<Array<{ attachmentId: string }>>`
                select attachment_id as "attachmentId" from tickets.attachment where person_id = ${personId}`,
            ),
          ),
      })
    }),
  )
  static readonly layer = Attachments.layerNoStorage.pipe(Layer.provide(MediaStorage.layer))
}
