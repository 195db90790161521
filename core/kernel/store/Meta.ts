import { Context } from "effect"

/** Who asks, and for what: carried by every command into the metadata of its events. */
export type Meta = {
  /** `guest`, `system`, `operator:<name>` or `user:<person id>`. */
  readonly actor: string
  /** UUID of the command; the same id again is answered with the first answer. Null: the writer makes one up. */
  readonly commandId: string | null
  /** UUID that ties together all that one request or job did. Null: the command's own id. */
  readonly correlationId: string | null
  /** UUID of the event or command that led to this one. Null: the command itself. */
  readonly causationId: string | null
}

/** The metadata of the command under way; the edge (HTTP, socket, job) provides it. */
export const CurrentMeta = Context.Reference<Meta>("core/kernel/CurrentMeta", {
  defaultValue: () => ({ actor: "system", commandId: null, correlationId: null, causationId: null }),
})
