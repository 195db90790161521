import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { CHAPTERS_MAX, readChapters } from "../../syndication/chapters/readChapters.ts"
import { LINES_MAX, readTranscript } from "./readTranscript.ts"

const base = "https://pod.example/1/chapters.json"

describe("chapters", () => {
  it("are read in the order of time, with safe addresses, without what is not for the list", () => {
    const text = JSON.stringify({
      version: "1.2.0",
      chapters: [
        { startTime: 90.5, title: "  The\n middle ", url: "notes.html" },
        { startTime: 0, title: "Start", url: "javascript:alert(1)", img: "x.png" },
        { startTime: 40, title: "A picture only", toc: false },
        { startTime: -1, title: "Before" },
        { startTime: "x", title: "Never" },
        { startTime: 50 },
        null,
      ],
    })
    expect(readChapters(text, base)).toEqual([
      { startSeconds: 0, title: "Start", url: null },
      { startSeconds: 90.5, title: "The middle", url: "https://pod.example/1/notes.html" },
    ])
  })

  it("are none where the document is something else, and never more than the bound", () => {
    for (const text of ["", "<p>", "[]", "null", '{"chapters":{}}', '{"chapters":[]}']) {
      expect(readChapters(text, base)).toBeNull()
    }
    const many = { chapters: Array.from({ length: 2 * CHAPTERS_MAX }, (_, at) => ({ startTime: at, title: "x" })) }
    expect(readChapters(JSON.stringify(many), base)).toHaveLength(CHAPTERS_MAX)
  })
})

describe("a transcript", () => {
  it.each([
    [
      "WebVTT",
      "WEBVTT\n\nNOTE a remark\n\n1\n00:00.000 --> 00:02.000\n<v.loud Ada>Good morning\nand\n\n00:02.000 --> 00:04.000 align:start\n<v Ada>welcome.</v>\n\n01:00:04.500 --> 01:00:06.000\n<v Ben>Hello &amp; <i>hi</i>",
    ],
    [
      "SubRip",
      "1\r\n00:00:00,000 --> 00:00:02,000\r\nAda: Good morning\r\nand\r\n\r\n2\r\n00:00:02,000 --> 00:00:04,000\r\nwelcome.\r\n\r\n3\r\n01:00:04,500 --> 01:00:06,000\r\nBen: Hello &amp; hi\r\n",
    ],
    [
      "JSON",
      JSON.stringify({
        segments: [
          { speaker: "Ada", startTime: 0, endTime: 2, body: "Good morning and" },
          { speaker: "Ada", startTime: 2, endTime: 4, body: "welcome." },
          { speaker: "Ben", startTime: 3604.5, body: "Hello &amp; hi" },
          { startTime: 3700 },
          null,
        ],
      }),
    ],
    [
      "HTML",
      "<html><head><title>T</title><style>p{}</style></head><body><cite>Ada:</cite><time>0:00</time><p>Good morning and welcome.</p><script>alert(1)</script><cite>Ben:</cite>\n<time>1:00:04.5</time>\n<p>Hello &amp; <b>hi</b></p>",
    ],
  ])("in %s is lines with times and voices", (_, text) => {
    expect(readTranscript(text)).toEqual([
      { startSeconds: 0, speaker: "Ada", text: "Good morning and welcome." },
      { startSeconds: 3604.5, speaker: "Ben", text: "Hello & hi" },
    ])
  })

  it("in plain text is its paragraphs", () => {
    expect(readTranscript("\ufeffOne\nline.\n\n \nTwo: a < b")).toEqual([
      { startSeconds: null, speaker: null, text: "One line." },
      { startSeconds: null, speaker: "Two", text: "a < b" },
    ])
  })

  it("is none where nothing is said, and never longer than the bound", () => {
    for (const text of ["", "  \n\n ", "{}", "{broken", "WEBVTT\n\n", '{"segments":[null]}']) {
      expect(readTranscript(text)).toBeNull()
    }
    expect(readTranscript("word\n\n".repeat(2 * LINES_MAX))).toHaveLength(LINES_MAX)
  })

  it.each(
    [
      ["<cite>", "<cite ", "</cite>", "<time ", "<time><cite>", "<body ", "<p", "<style>", "</script ", "<br "],
      ["0:00 --> ", "\n\n1", "\n ", "&amp;", " "],
    ].flat(),
  )("takes only four times as long to read where a hostile one that repeats %j is four times as long", (evil) => {
    const hostile = (size: number) => `<p>${evil.repeat(size / evil.length)}`
    expect(measureGrowth(hostile, readTranscript, 20_000)).toBeLessThan(GROWTH_MAX)
  })

  it("of WebVTT takes only four times as long to read where its voice tag is four times as long", () => {
    const hostile = (size: number) => `WEBVTT\n\n00:00.000 --> 00:02.000\n<v${" ".repeat(size)}`
    expect(measureGrowth(hostile, readTranscript, 20_000)).toBeLessThan(GROWTH_MAX)
  })
})
