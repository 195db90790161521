import type { APIRoute } from "astro"
import { channelsOf } from "#projections/channels"
import { run } from "#src/process/runtime.ts"
import { writeReaders } from "#src/web/exporting/writeReaders.ts"

/** The readers of a channel who agreed to share their address, as a table for its creator. */
export const GET: APIRoute = async ({ locals: { member }, url }) => {
  const channelId = Number(url.searchParams.get("channel"))
  const own = member === null ? [] : await run(channelsOf(member.personId))
  const channel = own.find((each) => each.channelId === channelId)
  // Channels of others are not confirmed.
  if (channel === undefined) return new Response("Not found\n", { status: 404 })
  return new Response(writeReaders(channel.channelId), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${channel.code}-readers.csv"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    },
  })
}
