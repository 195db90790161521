import type { APIRoute } from "astro"
import { Effect } from "effect"
import { ReleaseChoice, releaseId } from "#core/releases"
import { RELEASE } from "../process/release.ts"
import { run } from "../process/runtime.ts"

/** The answer must not wait for a database that is away: pages also ask it whether the site can be reached. */
const CHOICE_MS_MAX = 500

/** The last choice that could be read. */
let chosen: string | null = null

const readChosen = ReleaseChoice.use(({ recent }) => recent).pipe(
  Effect.timeout(CHOICE_MS_MAX),
  Effect.tap((state) =>
    Effect.sync(() => {
      chosen = state.chosen === null ? null : releaseId(state.chosen)
    }),
  ),
  Effect.catchCause(() => Effect.void),
)

/** The build that answers and the one that the cluster chose, for the version check of open pages; never cached. */
export const GET: APIRoute = async () => {
  await run(readChosen)
  const { version } = RELEASE
  // The development server has builds of its own, which nobody chooses.
  const shown = __QUIRE_DEV__ || chosen === null ? __QUIRE_BUILD__ : chosen
  return Response.json({ version, build: __QUIRE_BUILD__, chosen: shown }, { headers: { "cache-control": "no-store" } })
}
