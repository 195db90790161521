import { deflateRawSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { GROWTH_MAX, measureGrowth } from "#testing"
import { UnfitArchive } from "./archive/Archive.ts"
import { openArchive } from "./archive/openArchive.ts"
import { FileList } from "./convert/FileList.ts"
import { readFrontMatter } from "./convert/frontMatter.ts"
import { htmlToMarkdown, UnfitText } from "./convert/htmlToMarkdown.ts"
import { detectSource } from "./sources/detectSource.ts"
import { makeParagraphs } from "./sources/wordpressText.ts"
import { readerOf, zipOf } from "./testing/archives.ts"

const problemOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work()
    return null
  } catch (error) {
    return error instanceof UnfitArchive || error instanceof UnfitText ? error.problem : error
  }
}
const open = (bytes: Buffer) => openArchive(readerOf(bytes), "upload.zip")

type Member = { readonly path: string; readonly content: Buffer; readonly declared?: number; readonly flags?: number }

/** A zip archive with the lies that libraries for writing do not tell. */
const forge = (members: ReadonlyArray<Member>, { overlaps = false } = {}): Buffer => {
  const [locals, central]: [Array<Buffer>, Array<Buffer>] = [[], []]
  let offset = 0
  for (const { path, content, declared = content.length, flags = 0 } of members) {
    const [name, packed] = [Buffer.from(path), deflateRawSync(content)]
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(declared, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(declared, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(overlaps ? 0 : offset, 42)
    central.push(entry, name)
    if (!overlaps || locals.length === 0) {
      locals.push(head, name, packed)
      offset += head.length + name.length + packed.length
    }
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

describe("an archive", () => {
  it("is refused before it is unpacked if it unpacks to far more than it has", async () => {
    expect(await problemOf(() => open(zipOf(null, { "a.md": Buffer.alloc(50_000_000) })))).toBe("bomb")
    const shared = Buffer.from("x".repeat(40_000) + Math.random())
    const members = Array.from({ length: 2_000 }, (_, at) => ({ path: `${at}.md`, content: shared }))
    expect(await problemOf(() => open(forge(members, { overlaps: true })))).toBe("overlap")
  })

  it("is refused with paths that leave it, with passwords, and if it is damaged", async () => {
    const content = Buffer.from("text")
    for (const path of ["../../etc/cron.d/x.md", "/etc/passwd.md", "C:\\x.md"])
      expect(await problemOf(() => open(forge([{ path, content }])))).toBe("damaged")
    expect(await problemOf(() => open(forge([{ path: "a.md", content, flags: 1 }])))).toBe("encrypted")
    const whole = zipOf("markdown")
    expect(await problemOf(() => open(whole.subarray(0, whole.length - 40)))).toBe("damaged")
  })

  it("unpacks no byte more than its directory declares", async () => {
    const archive = await open(forge([{ path: "a.md", content: Buffer.alloc(500_000, "ab"), declared: 1_000 }]))
    let bytes = 0
    await expect(
      (async () => {
        for await (const piece of await archive.open("a.md")) bytes += piece.length
      })(),
    ).rejects.toThrow()
    expect(bytes).toBeLessThan(200_000)
  })

  it("with a path twice has the first one, and what systems add is not there", async () => {
    const twice = forge([
      { path: "a.md", content: Buffer.from("first") },
      { path: "a.md", content: Buffer.from("second") },
      { path: "__MACOSX/._a.md", content: Buffer.from("x") },
      { path: ".DS_Store", content: Buffer.from("x") },
    ])
    expect((await open(twice)).files).toEqual([{ path: "a.md", bytes: 5 }])
  })

  it("of an unknown kind is refused, whatever its name says", async () => {
    for (const bytes of [Buffer.from("not a feed"), zipOf(null, { "a.exe": "MZ" }), Buffer.from('{"db": 1}')])
      expect(await problemOf(async () => detectSource(await openArchive(readerOf(bytes), "ghost.json")))).toBe(
        "unknown",
      )
  })
})

const convert = (html: string) =>
  htmlToMarkdown(html, { files: new FileList({ filePrefix: "file-" }), base: "https://site.example/" }).before

describe("foreign HTML", () => {
  it("leaves no script, no handler and no scheme that runs", () => {
    const markdown = convert(
      `<script>alert(1)</script><p onclick="x()">a <a href="javascript:alert(1)">b</a><img src="data:text/html,x" onerror="x()"></p>
       <svg><script>alert(2)</script></svg><iframe src="javascript:alert(3)"></iframe><form><input name="q"></form><style>p{}</style>`,
    )
    expect(markdown).toBe("a b")
    expect(convert("<p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:y) *z*</p>")).toBe(
      "\\<script>alert(1)\\</script> \\[x]\\(javascript:y) \\*z\\*",
    )
  })

  it("that is nested too deep or too long is refused", () => {
    expect(() => convert("<div>".repeat(100_000))).toThrow(UnfitText)
    expect(() => convert("<blockquote>".repeat(600))).toThrow(UnfitText)
    expect(() => convert("x".repeat(4_000_001))).toThrow(UnfitText)
  })

  it("is converted in time that grows with its length", () => {
    for (const piece of ["<pre", "[caption", "<p>x", "\n\n", "[gallery ids=", "<!--", "**", "<a href=x>"])
      expect(
        measureGrowth((count) => piece.repeat(count), makeParagraphs, 5_000),
        piece,
      ).toBeLessThan(GROWTH_MAX)
  })
})

it("refuses properties that stand for more than they are", () => {
  const aliases = ["a: &a [x]", ...Array.from({ length: 20 }, (_, at) => `k${at}: [*a, *a]`)].join("\n")
  expect(readFrontMatter(`---\n${aliases}\n---\ntext`)).toBeNull()
  expect(readFrontMatter(`---\n${"a: b\n".repeat(20_000)}---\ntext`)).toBeNull()
  expect(readFrontMatter("---\nnot closed")).toEqual({ properties: new Map(), text: "---\nnot closed" })
  expect(readFrontMatter("---\n__proto__: { x: 1 }\ntitle: T\n---\n\ntext")?.properties.get("title")).toBe("T")
})
