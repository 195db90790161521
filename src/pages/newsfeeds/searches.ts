import type { APIRoute } from "astro"
import { readFields, redirectTo } from "#src/web/forms/readForm.ts"
import { changeSavedSearches } from "#src/web/reading/savedSearches.ts"
import { localPath } from "../../lib/localPath.ts"
import { paths } from "../../lib/paths.ts"

/** Saves a search for the newsfeed, or removes it. */
export const POST: APIRoute = async ({ request, locals }) => {
  const form = await readFields(request)
  const change = { words: form.get("words") ?? "", isSaved: form.get("do") === "save" }
  return redirectTo(localPath(form.get("from")) ?? paths.newsfeed, await changeSavedSearches(change, locals, request))
}

/** A reload after a post leads to the newsfeed. */
export const GET: APIRoute = () => redirectTo(paths.newsfeed)
