import { type Bench, goalMin } from "./lib/Bench.ts"
import { measureRendering } from "./publishing/render.ts"

/** `npm run bench -- publishing` */
const bench: Bench = {
  about: "how fast posts are rendered and made safe, beside the Markdown parser alone",
  goals: [goalMin("ratio", "render_vs_markdown", 0.5)],
  run: measureRendering,
}
export default bench
