/** An event that this process has read or written. */
export type SeenEvent = { readonly position: number; readonly eventId: string }

/** The newest event that this process knows, from which it notices that the log has lost some. */
const makeSeenEvent = () => {
  let newest: SeenEvent | null = null
  return {
    note: (position: number, eventId: string | undefined): void => {
      if (eventId !== undefined && position > (newest?.position ?? 0)) newest = { position, eventId }
    },
    current: (): SeenEvent | null => newest,
  }
}

// On globalThis, because pages are bundled separately from the process that serves them.
const held = globalThis as { quireSeenEvent?: ReturnType<typeof makeSeenEvent> }
held.quireSeenEvent ??= makeSeenEvent()

/** Of this process, which uses one database. */
export const seenEvent = held.quireSeenEvent
