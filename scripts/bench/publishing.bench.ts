import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { measureComposer } from "./publishing/composerSize.ts"
import { measureDiscussion } from "./publishing/discussion.ts"
import { measureFiles } from "./publishing/files.ts"
import { measureGatedPages } from "./publishing/gatedPages.ts"
import { measureRendering } from "./publishing/render.ts"

/** Parts that can be measured alone: `npm run bench -- publishing files`. */
const PARTS = {
  render: measureRendering,
  discussion: measureDiscussion,
  files: measureFiles,
  composer: measureComposer,
  pages: measureGatedPages,
} as const

/** `npm run bench -- publishing` */
const bench: Bench = {
  about:
    "how fast posts are rendered and made safe, posts discussed, and files sent and received, beside the bare tools",
  goals: [
    goalMin("ratio", "render_vs_markdown", 0.5),
    goalMin("ratio", "gated_page_vs_public", 0.85),
    goalMin("ratio", "locked_list_vs_plain", 0.9),
    goalMin("ratio", "likes_vs_appends", 0.9),
    goalMax("ratio", "comment_page_vs_range", 1.5),
    goalMin("ratio", "range_vs_static", 0.8),
    goalMin("ratio", "upload_vs_write", 0.7),
    goalMax("absolute", "composer_js_kb_gzip_after", 90),
  ],
  run: async (context) => {
    const requested = Object.entries(PARTS).filter(([name]) => context.parameters.includes(name))
    const [ratios, absolute]: [Record<string, number>, Record<string, number>] = [{}, {}]
    for (const [, measure] of requested.length === 0 ? Object.entries(PARTS) : requested) {
      const figures = await measure(context)
      Object.assign(ratios, figures.ratios)
      Object.assign(absolute, figures.absolute)
    }
    return { ratios, absolute, leftOut: bench.goals.filter(({ key }) => (ratios[key] ?? absolute[key]) === undefined) }
  },
}
export default bench
