import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import MarkdownIt from "markdown-it"
import { renderPost } from "../../../core/publishing/markdown/renderPost.ts"
import { root } from "../../run/root.ts"
import type { BenchContext, Figures } from "../lib/Bench.ts"
import { interleaved } from "../lib/interleaved.ts"

/** Minimum measuring time of a contender per round. */
const ROUND_MS_MIN = 1_000

/** Posts with everything that they may have, made safe, against markdown-it as it comes, which does much less. */
export const measureRendering = async ({ log }: BenchContext): Promise<Figures> => {
  const posts = documents()
  const megabytes = posts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  log(`${posts.length} texts of ${megabytes.toFixed(2)} MB`)
  const bare = new MarkdownIt({ linkify: true })
  const figures = await interleaved(
    {
      posts: async () => speed(megabytes, posts, (text) => renderPost(text, { resolveMedia: () => null })),
      markdown: async () => speed(megabytes, posts, (text) => bare.render(text)),
    },
    { log },
  )
  return {
    ratios: { render_vs_markdown: figures.ratio("posts", "markdown") },
    absolute: { render_mb_per_s: figures.median("posts"), markdown_mb_per_s: figures.median("markdown") },
  }
}

/** The Markdown of this repository: prose, lists, many tables and code. */
const documents = (): ReadonlyArray<string> => [
  ...["README.md", "CONTRIBUTING.md", "STYLE.md"].map((name) => readFileSync(join(root, name), "utf8")),
  ...[join(root, "docs"), join(root, "scripts", "demo", "content")].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  ),
]

/** Repeats an operation on all texts and returns its throughput in megabytes per second. */
const speed = <A>(megabytes: number, all: ReadonlyArray<A>, work: (one: A) => unknown): number => {
  const began = performance.now()
  let passes = 0
  while (performance.now() - began < ROUND_MS_MIN) {
    for (const one of all) work(one)
    passes += 1
  }
  return (passes * megabytes * 1000) / (performance.now() - began)
}
