import { EMAIL_SETTINGS, FREQUENCIES } from "#contract/newsletters"
import { listSharingReaders, type SharingReader } from "#projections/newsletters"
import { run } from "#src/process/runtime.ts"

/** Readers of one page of the database. */
const PAGE_SIZE = 1_000
const COLUMNS = "email,name,frequency,joined"

/** The readers of a channel who agreed to share their address, as CSV (RFC 4180), page by page. */
export const writeReaders = (channelId: number): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  let after = ""
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`${COLUMNS}\r\n`)),
    pull: async (controller) => {
      const readers = await run(listSharingReaders(channelId, after, PAGE_SIZE))
      if (readers.length > 0) controller.enqueue(encoder.encode(readers.map(lineOf).join("")))
      after = readers.at(-1)?.personId ?? ""
      if (readers.length < PAGE_SIZE) controller.close()
    },
  })
}

const lineOf = ({ email, displayName, settingId, joinedAt }: SharingReader): string =>
  `${[email, displayName ?? "", frequencyOf(settingId), joinedAt.toISOString()].map(cellOf).join(",")}\r\n`

const frequencyOf = (settingId: number): string => FREQUENCIES.find((each) => EMAIL_SETTINGS[each] === settingId) ?? ""

/** A cell. Programs run what begins with these signs as a formula, so a quote makes it text; people choose their names. */
const cellOf = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
