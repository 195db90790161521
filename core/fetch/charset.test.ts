import fc from "fast-check"
import iconv from "iconv-lite"
import { describe, expect, it } from "vitest"
import { decodeText } from "./charset.ts"

const xml = (encoding: string | null, text: string): string =>
  `<?xml version="1.0"${encoding === null ? "" : ` encoding="${encoding}"`}?><rss><title>${text}</title></rss>`

const read = (text: string, encoding: string, contentType: string | null = null) =>
  decodeText(iconv.encode(text, encoding), contentType)

const GERMAN = "Grüße aus Köln – “schön” für 5 €"
const RUSSIAN = "Независимые новости"
const JAPANESE = "独立メディアのニュース"
const CHINESE = "独立媒体新闻"

describe("a document with a correct label", () => {
  it.each([
    [GERMAN, "utf-8", "UTF-8", "utf-8"],
    [GERMAN, "windows-1252", "ISO-8859-1", "windows-1252"],
    [GERMAN, "windows-1252", "latin1", "windows-1252"],
    [GERMAN, "windows-1252", "windows-1252", "windows-1252"],
    [RUSSIAN, "windows-1251", "windows-1251", "windows-1251"],
    [RUSSIAN, "koi8-r", "KOI8-R", "koi8-r"],
    [RUSSIAN, "cp866", "ibm866", "ibm866"],
    [JAPANESE, "shift_jis", "Shift_JIS", "shift_jis"],
    [JAPANESE, "euc-jp", "EUC-JP", "euc-jp"],
    [CHINESE, "gbk", "gb2312", "gbk"],
    [CHINESE, "gb18030", "GB18030", "gb18030"],
    ["獨立媒體新聞", "big5", "Big5", "big5"],
    ["독립 언론 뉴스", "euc-kr", "EUC-KR", "euc-kr"],
    ["Bağımsız haber", "iso-8859-9", "ISO-8859-9", "windows-1254"],
    ["Știri independente", "iso-8859-16", "ISO-8859-16", "iso-8859-16"],
    ["Éléphant", "cp437", "cp437", "cp437"],
    ["Éléphant", "macintosh", "macintosh", "macintosh"],
  ])("%s in %s, labelled %s, is decoded", (text, encoding, label, charset) => {
    expect(read(xml(label, text), encoding)).toEqual({ text: xml(label, text), charset, mismatch: false })
    expect(read(xml(null, text), encoding, `text/xml; charset="${label}"`)).toEqual({
      text: xml(null, text),
      charset,
      mismatch: false,
    })
  })

  it("in a charset with escape sequences is decoded", () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="ISO-2022-JP"?><title>'),
      Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]),
      Buffer.from("</title>"),
    ])
    expect(decodeText(bytes).text).toContain("<title>日本</title>")
    expect(decodeText(bytes)).toMatchObject({ charset: "iso-2022-jp", mismatch: false })
  })

  it("in a meta tag of a page is decoded", () => {
    expect(read(`<html><meta charset=windows-1251><p>${RUSSIAN}`, "windows-1251")).toMatchObject({
      text: expect.stringContaining(RUSSIAN),
      charset: "windows-1251",
    })
    const old = `<meta http-equiv="Content-Type" content="text/html; charset=shift_jis"><p>${JAPANESE}`
    expect(read(old, "shift_jis")).toMatchObject({ text: old, charset: "shift_jis", mismatch: false })
  })
})

describe("a document in UTF-16 or UTF-32", () => {
  it.each(["utf-16le", "utf-16be", "utf-32le", "utf-32be"])(
    "in %s, with or without a byte order mark, is decoded",
    (charset) => {
      for (const addBOM of [true, false]) {
        const bytes = iconv.encode(xml("UTF-16", JAPANESE), charset, { addBOM })
        expect(decodeText(bytes)).toMatchObject({ text: xml("UTF-16", JAPANESE), charset })
        const json = iconv.encode(`{"title":"${JAPANESE}"}`, charset, { addBOM })
        expect(decodeText(json)).toEqual({ text: `{"title":"${JAPANESE}"}`, charset, mismatch: false })
      }
    },
  )

  it("and a wrong label is decoded", () => {
    expect(read(xml("ISO-8859-1", GERMAN), "utf-16le")).toMatchObject({ charset: "utf-16le", mismatch: true })
  })
})

describe("a document with a wrong label", () => {
  it("is decoded as UTF-8 if its bytes are UTF-8", () => {
    for (const label of ["ISO-8859-1", "windows-1251", "gb2312", "us-ascii", "utf-16", "nonsense"]) {
      const text = xml(label, GERMAN)
      expect(read(text, "utf-8")).toEqual({ text, charset: "utf-8", mismatch: true })
      expect(read(xml("UTF-8", GERMAN), "utf-8", `text/xml; charset=${label}`)).toMatchObject({ charset: "utf-8" })
    }
  })

  it("of UTF-16 is decoded by its bytes if they are readable as ASCII", () => {
    const text = xml("UTF-16", "Plain news")
    expect(read(text, "utf-8")).toEqual({ text, charset: "utf-8", mismatch: true })
    expect(read(text, "utf-8", "text/xml; charset=utf-16")).toEqual({ text, charset: "utf-8", mismatch: true })
    expect(read(xml("UTF-16", "caf\u00e9"), "latin1")).toMatchObject({ text: xml("UTF-16", "café"), mismatch: true })
  })

  it("of UTF-8 is decoded with the next label that fits", () => {
    const text = xml("windows-1251", RUSSIAN)
    expect(read(text, "windows-1251", "text/xml; charset=utf-8")).toEqual({
      text,
      charset: "windows-1251",
      mismatch: true,
    })
    expect(read(xml("UTF-8", GERMAN), "windows-1252")).toMatchObject({
      text: xml("UTF-8", GERMAN),
      charset: "windows-1252",
      mismatch: true,
    })
  })

  it("is not reported if it is plain ASCII", () => {
    expect(read(xml("ISO-8859-1", "Plain"), "utf-8", "text/xml; charset=us-ascii")).toMatchObject({ mismatch: false })
  })
})

describe("a document without a label", () => {
  it.each([
    ["big5", "台灣新聞網報導，今天政府表示，這是一個重要的問題"],
    ["gb18030", "中国新闻网报道，今天政府表示，这是一个重要的问题"],
    ["euc-jp", "日本の政府は今日、新しい経済政策を発表しました"],
    ["shift_jis", "日本の政府は今日、新しい経済政策を発表しました"],
    ["euc-kr", "정부는 오늘 새로운 경제 정책을 발표했습니다"],
    ["koi8-r", "Сегодня правительство объявило о новой политике"],
    ["windows-1251", "Сегодня правительство объявило о новой политике"],
    ["ibm866", "Сегодня правительство объявило о новой политике"],
    ["windows-1253", "Η κυβέρνηση ανακοίνωσε σήμερα μια νέα πολιτική"],
    ["windows-1255", "הממשלה הודיעה היום על מדיניות כלכלית חדשה"],
    ["windows-1256", "أعلنت الحكومة اليوم عن سياسة اقتصادية جديدة"],
    ["windows-874", "วันนี้รัฐบาลได้ประกาศนโยบายเศรษฐกิจใหม่"],
    ["windows-1252", "Le gouvernement a annoncé l’été à Genève – où ça"],
    ["windows-1252", "È così: la città è già più bella"],
    ["windows-1252", "Über größere Städte für später"],
    ["windows-1250", "Rząd ogłosił dziś nową politykę, żeby się udało"],
    ["windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy"],
    ["windows-1254", "Bağımsız haberler şimdi açık ve ışık içinde"],
  ])("in %s is recognised by its letters: %s", (charset, text) => {
    expect(read(xml(null, text), charset)).toEqual({ text: xml(null, text), charset, mismatch: true })
    expect(read(xml("no-such-encoding", text), charset).charset).toBe(charset)
  })

  it("is recognised by its escape sequences", () => {
    const bytes = Buffer.from("<title>\u001b$BF|K\\\u001b(B</title>", "latin1")
    expect(decodeText(bytes).text).toBe("<title>日本</title>")
  })

  it("is decoded completely at any length", () => {
    const text = xml(null, "Сегодня правительство объявило о новой политике ".repeat(3_000))
    expect(read(text, "windows-1251").text).toBe(text)
  })
})

describe("the order of precedence of labels", () => {
  it("is the server's, then the prolog's", () => {
    expect(read(xml("koi8-r", RUSSIAN), "windows-1251", "text/xml;charset=windows-1251")).toMatchObject({
      text: xml("koi8-r", RUSSIAN),
      charset: "windows-1251",
    })
  })

  it("starts with the byte order mark, which is not part of the text", () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(xml("windows-1252", GERMAN))])
    expect(decodeText(bytes, "text/xml; charset=windows-1252")).toEqual({
      text: xml("windows-1252", GERMAN),
      charset: "utf-8",
      mismatch: true,
    })
  })
})

describe("a document with damaged bytes", () => {
  it("stays UTF-8 if most of it is valid", () => {
    const bytes = Buffer.concat([Buffer.from(xml("UTF-8", GERMAN)), Buffer.from([0xff])])
    expect(decodeText(bytes)).toMatchObject({ charset: "utf-8", text: `${xml("UTF-8", GERMAN)}\uFFFD` })
    const labelled = Buffer.concat([Buffer.from(xml("ISO-8859-1", GERMAN.repeat(4))), Buffer.from([0xff])])
    expect(decodeText(labelled)).toMatchObject({ charset: "utf-8", mismatch: true })
  })

  it("keeps its label if no other encoding fits better", () => {
    const bytes = Buffer.concat([iconv.encode(xml("GBK", CHINESE), "gbk"), Buffer.from([0xff])])
    expect(decodeText(bytes)).toMatchObject({ charset: "gbk", text: expect.stringContaining(CHINESE) })
  })

  it("is decoded as windows-1252 without a label", () => {
    expect(read(xml(null, GERMAN), "windows-1252")).toMatchObject({ text: xml(null, GERMAN), mismatch: true })
  })
})

it("decoding never fails for any bytes and labels", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ maxLength: 24 }), (bytes, label) => {
      const { text, charset } = decodeText(bytes, `text/xml; charset=${label}`)
      expect(typeof text).toBe("string")
      expect(charset).not.toBe("unknown")
    }),
  )
  expect(decodeText(new Uint8Array())).toEqual({ text: "", charset: "utf-8", mismatch: false })
})

it("decoding returns every text that was written in UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodeText(Buffer.from(xml("UTF-8", text))).text).toBe(xml("UTF-8", text))
    }),
  )
})
