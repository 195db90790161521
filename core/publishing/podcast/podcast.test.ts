import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { chaptersOf } from "./chaptersOf.ts"
import { transcriptOf } from "./transcriptOf.ts"

describe("chapters", () => {
  it("are the lines of the show notes that begin with a time", () => {
    const notes =
      "About ports.\n\n- 0:00 **Intro**\n- (01:30) – The [pilots](https://example.org)\n- 1:02:03 Ebb & flow\n"
    expect(chaptersOf(notes)).toEqual([
      { startSeconds: 0, title: "Intro" },
      { startSeconds: 90, title: "The pilots" },
      { startSeconds: 3_723, title: "Ebb & flow" },
    ])
  })

  it.each([
    ["do not start at 0:00", "0:10 A\n1:00 B\n2:00 C"],
    ["are not in order", "0:00 A\n2:00 B\n1:00 C"],
    ["are too few", "0:00 A\n1:00 B"],
    ["are times in sentences", "We met at 0:00, then 1:00 and 2:00."],
    ["have impossible seconds", "0:00 A\n0:75 B\n0:99 C"],
  ])("are none if they %s", (_, notes) => expect(chaptersOf(notes)).toEqual([]))

  it("are read in linear time", () => {
    const notesOf = (lines: number) => `${" ".repeat(300)}\n`.repeat(lines) + `0:00${" ".repeat(390)}\n`.repeat(lines)
    expect(chaptersOf(notesOf(5_000))).toEqual([])
    expect(measureGrowth(notesOf, chaptersOf, 1_000)).toBeLessThan(GROWTH_MAX)
  })
})

describe("a transcript", () => {
  it.each(["## Transcript", "# Transkript:", "### 逐字稿", "## 文字稿 ##"])("is what follows %s", (heading) => {
    expect(transcriptOf(`Notes.\n\n${heading}\n\nMara: **Hello.**\n\nJonas: Hi.`)).toBe("Mara: Hello.\n\nJonas: Hi.")
  })

  it("ends at the next heading of its level", () => {
    expect(transcriptOf("## Transcript\n\nHello.\n\n### Part two\n\nBye.\n\n## Links\n\nMore.")).not.toContain("More")
    expect(transcriptOf("## Transcript\n\nHello.\n\n### Part two\n\nBye.")).toContain("Bye")
  })

  it("is none without the heading, or without text", () => {
    expect(transcriptOf("The transcript follows tomorrow.")).toBeNull()
    expect(transcriptOf("## Transcript\n")).toBeNull()
  })
})
