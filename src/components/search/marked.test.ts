import { expect, it } from "vitest"
import { marked } from "./marked.ts"

it.each([
  ["nothing to mark", { text: "a < b", marks: [] }, "a &lt; b"],
  ["a part, and what is around it", { text: "the river bends", marks: [[4, 9]] }, "the <mark>river</mark> bends"],
  [
    "parts that touch",
    {
      text: "河岸",
      marks: [
        [0, 1],
        [1, 2],
      ],
    },
    "<mark>河</mark><mark>岸</mark>",
  ],
  ["markup as the text that it is", { text: "<b>x</b>", marks: [[0, 8]] }, "<mark>&lt;b&gt;x&lt;/b&gt;</mark>"],
] as const)("marks %s", (_, text, expected) => expect(marked(text).text).toBe(expected))
