import type { APIRoute } from "astro"
import { ItemParts, type PartKind } from "#core/feeds"
import { findItem, type OpenedItem } from "#projections/feeds"
import { OUTGOING, takeToken } from "#src/api/limits.ts"
import { run } from "#src/process/runtime.ts"
import { readFields } from "#src/web/forms/readForm.ts"
import { paths } from "../../lib/paths.ts"
import { isSummaryOnly } from "../../web/library/isSummaryOnly.ts"

const FORM_BYTES_MAX = 400

/** The address of each part of an item; null without one. */
const ADDRESS_OF: { readonly [Kind in PartKind]: (item: OpenedItem) => string | null } = {
  article: (item) => (isSummaryOnly(item) ? item.link : null),
  chapters: (item) => item.chaptersUrl,
  transcript: (item) => item.transcriptUrl,
}

/**
 * Fetches a part of an item that its feed does not contain, and returns to the item's page, which shows it or the reason. Works
 * without scripts.
 */
export const POST: APIRoute = async ({ request, locals }) => {
  const form = await readFields(request, FORM_BYTES_MAX)
  const item = await run(findItem(form.get("id") ?? ""))
  const part = form.get("part") ?? ""
  if (item === null || !isPart(part)) return new Response("Not found", { status: 404 })
  const address = ADDRESS_OF[part](item)
  const isBusy = address !== null && (await isRefused(part, address, locals.clientAddress ?? ""))
  const location = `${paths.newsDetail(item.itemId)}${isBusy ? "&busy" : ""}${part === "article" ? "" : `&part=${part}`}#${part}`
  return new Response(null, { status: 303, headers: { location } })
}

const isPart = (name: string): name is PartKind => Object.hasOwn(ADDRESS_OF, name)

/** Loads a part, whose result or failure is cached for the page; true if too many are requested. */
const isRefused = async (part: PartKind, address: string, caller: string): Promise<boolean> => {
  if ((await run(takeToken(OUTGOING, caller))) > 0) return true
  const outcome = await run(ItemParts.use((parts) => parts.load(part, address)))
  return "refusal" in outcome && outcome.refusal === "busy"
}

/** GET has no meaning here. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.newsfeed } })
