import { describe, expect, it } from "vitest"
import { CONTENT_LANGUAGES, FEED_LANGUAGES, languageTagOf } from "./contentLanguages.ts"
import { listHref, listOf } from "./lists.ts"
import { plainTag, tagKey, tagList } from "./tags.ts"

const [ALPHA, BRAVO] = ["a".repeat(20), "b".repeat(20)]
const guest = {
  follows: new Map([
    ["", [ALPHA]],
    ["On rivers", [BRAVO]],
  ]),
  locale: "en",
}
const nobody = { follows: new Map<string, ReadonlyArray<string>>(), locale: "en" }
const hrefOf = (path: string, reader: Parameters<typeof listOf>[1] = nobody) => {
  const list = listOf(new URL(path, "https://quire.example"), reader)
  return list && listHref(list, "rss")
}

it("returns the list that a page shows, with the same filters", () => {
  expect(hrefOf("/")).toBe("/feeds/library.rss")
  expect(hrefOf("/newsfeeds/librarynews?language=DE&cursor=1.x.2")).toBe("/feeds/library.rss?language=DE")
  expect(hrefOf("/newsfeeds/search?kw=old+rivers&source=RSS&source=Podcast")).toBe(
    "/feeds/library.rss?kw=old+rivers&source=RSS&source=Podcast",
  )
  expect(hrefOf("/newsfeeds?view=all&tag=Health", guest)).toBe("/feeds/library.rss?tag=Health")
  expect(hrefOf("/newsfeeds")).toBe("/feeds/library.rss")
})

it("puts feed ids into the address of a guest's newsfeed, because programs send no cookie", () => {
  expect(hrefOf("/newsfeeds", guest)).toBe(`/feeds/follows.rss?feeds=${ALPHA}.${BRAVO}`)
  expect(hrefOf("/newsfeeds?group=On+rivers&source=RSS", guest)).toBe(
    `/feeds/follows.rss?feeds=${BRAVO}&name=On+rivers&source=RSS`,
  )
})

it("returns no list if there are too many feeds for an address", () => {
  const many = Array.from({ length: 101 }, (_, index) => `f${String(index).padStart(19, "0")}`)
  expect(hrefOf("/newsfeeds", { ...nobody, follows: new Map([["", many]]) })).toBeUndefined()
  expect(hrefOf("/newsfeeds", { ...nobody, follows: new Map([["", many.slice(1)]]) })).toContain("/feeds/follows.rss")
})

it("adds the language of the list's title", () => {
  expect(hrefOf("/", { ...nobody, locale: "de" })).toBe("/feeds/library.rss?locale=de")
})

it("returns no list for a page without one", () => {
  expect(hrefOf("/faq")).toBeUndefined()
})

describe("tags", () => {
  it.each([
    ["#health", "health"],
    ["## Health", "Health"],
    ["＃健康", "健康"],
    [" C# ", "C#"],
    ["#", ""],
    ["Health", "Health"],
  ])("[S5-025] the tag %j is shown as %j", (tag, shown) => expect(plainTag(tag)).toBe(shown))

  it.each([
    ["#Health", "health"],
    ["ＨＥＡＬＴＨ", "health"],
    ["Health", "HEALTH"],
  ])("treats %j and %j as the same tag", (one, other) => expect(tagKey(one)).toBe(tagKey(other)))

  describe("[S5-026] the tag list", () => {
    it("always includes NewsTicker, Health and Science", () => {
      expect(tagList([])).toEqual(["NewsTicker", "Health", "Science"])
    })

    it("continues with the given tags, without duplicates", () => {
      expect(tagList(["#Gardening", "health", "", "gardening", "茶"])).toEqual([
        "NewsTicker",
        "Health",
        "Science",
        "Gardening",
        "茶",
      ])
    })
  })
})

describe("contentLanguages", () => {
  it("[S3-039] the content languages are the 26 of the specification", () => {
    expect(CONTENT_LANGUAGES.map(({ code }) => code)).toEqual(
      "EN DE FR IT ES ZH JP RU NL DK SV NO CA CS PL HU RO BG PT SK HR SR SL MK EL TR".split(" "),
    )
    for (const { language } of CONTENT_LANGUAGES) {
      expect(new Intl.DisplayNames(["en"], { type: "language" }).of(language)).not.toBe(language)
    }
  })

  it("[S3-040] the feed-language filter offers eight of them", () => {
    expect(FEED_LANGUAGES).toEqual(["EN", "DE", "FR", "ES", "ZH", "IT", "PT", "SV"])
    for (const code of FEED_LANGUAGES) expect(CONTENT_LANGUAGES.map((each) => each.code)).toContain(code)
  })

  it.each([
    ["JP", "ja"],
    ["DK", "da"],
    ["EN", "en"],
    ["zh", "zh"],
    ["All", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("[S3-039] %s on the wire is %s in the library", (code, tag) => expect(languageTagOf(code)).toBe(tag))
})
