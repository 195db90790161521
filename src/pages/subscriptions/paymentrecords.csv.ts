import type { APIRoute } from "astro"
import { Effect } from "effect"
import { channelsOfCreators, listCycles } from "#projections/subscriptions"
import { paths } from "../../lib/paths.ts"
import { run } from "../../process/runtime.ts"
import { redirectTo } from "../../web/forms/readForm.ts"
import { cycleRows, cyclesHead } from "../../web/statement/cyclesCsv.ts"

/** Every paid period of the reader's subscriptions as CSV, streamed page by page, the newest first. */
export const GET: APIRoute = async ({ locals: { member, t } }) => {
  if (member === null) return redirectTo(paths.signIn)
  const encoder = new TextEncoder()
  const readPage = (page: number) =>
    run(
      Effect.gen(function* () {
        const { cycles, hasMore } = yield* listCycles(member.personId, page)
        const creatorIds = cycles.flatMap(({ shares, seats }) =>
          [...shares, ...seats].map(({ creatorId }) => creatorId),
        )
        return { cycles, hasMore, channels: yield* channelsOfCreators([...new Set(creatorIds)]) }
      }),
    )
  let page = 0
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(cyclesHead(t))),
    pull: async (controller) => {
      page += 1
      const { cycles, hasMore, channels } = await readPage(page)
      const nameOf = (creatorId: string) => channels.get(creatorId)?.subject ?? t("subscriptions.creator.gone")
      controller.enqueue(encoder.encode(cycles.map((cycle) => cycleRows(t, cycle, nameOf)).join("")))
      if (!hasMore) controller.close()
    },
  })
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="quire-subscriptions-${member.userCode}.csv"`,
      "cache-control": "no-store",
    },
  })
}
