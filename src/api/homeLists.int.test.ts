import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PURPOSES } from "#contract/wallet"
import { translator } from "#src/i18n/index.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const named = { id: expect.any(Number), name: expect.any(String) }
/** The 27 lists of the specification, exactly. */
const HOME_LISTS: ReadonlyArray<readonly [row: string, name: string, each: unknown]> = [
  ["S7-003", "LoadPreference", { preferenceId: expect.any(Number), name: expect.any(String) }],
  [
    "S7-004",
    "LoadAssetType",
    {
      assetTypeId: expect.any(Number),
      name: expect.any(String),
      digits: expect.any(Number),
      shownDigits: expect.any(Number),
      isOffered: expect.any(Boolean),
    },
  ],
  ["S7-005", "LoadKYCStatus", named],
  ["S7-006", "LoadSubscribeRuleStatus", named],
  ["S7-007", "LoadApplcationRequestStatus", named],
  ["S7-008", "LoadRelationShipStatus", named],
  ["S7-009", "Levels", { levelId: expect.any(Number), name: expect.any(String) }],
  ["S7-010", "CommentLevels", named],
  ["S7-011", "LoadLocalContentStatus", named],
  ["S7-012", "UserLikeStatus", named],
  ["S7-013", "LoadApplcationRequestType", named],
  ["S7-014", "CommentType", named],
  ["S7-015", "LoadUserChannelStatus", named],
  ["S7-016", "LoadChannelDisplayStatus", named],
  ["S7-018", "Socials", { name: "Telegram", language: expect.stringMatching(/^(EN|DE|FR)$/), url: expect.any(String) }],
  ["S7-019", "LoadTags", expect.any(String)],
  ["S7-020", "LoadRequestStatus", named],
  ["S7-021", "LoadChannelAccessType", named],
  ["S7-022", "LoadRoute", { label: expect.any(String), path: expect.stringMatching(/^\//) }],
  ["S7-023", "LoadLinkAccountStatus", named],
  ["S7-024", "LoadOrderClass", named],
  ["S7-025", "LoadEmailStatus", named],
  ["S7-026", "LoadFeedContentStatus", named],
  ["S7-027", "LoadSendListStatus", named],
  ["S7-028", "LoadLanguages", { code: expect.any(String), language: expect.any(String), name: expect.any(String) }],
]

describe("the lists that every client needs", () => {
  it.each(HOME_LISTS)("[%s] GET /api/Home/%s", async (_, name, each) => {
    const { body } = await kit.get(`/api/Home/${name}`)
    const rows = body.data as ReadonlyArray<{ id?: number }>
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(row).toEqual(each)
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
  })

  it("contain what the specification fixes", async () => {
    const list = async (name: string) => (await kit.get(`/api/Home/${name}`)).body.data
    expect(await list("LoadPreference")).toContainEqual({ preferenceId: 9, name: "Base currency" })
    expect((await list("LoadLanguages")).map((each) => (each as { code: string }).code)).toEqual(
      "EN DE FR IT ES ZH JP RU NL DK SV NO CA CS PL HU RO BG PT SK HR SR SL MK EL TR".split(" "),
    )
    expect(await list("LoadTags")).toEqual(expect.arrayContaining(["NewsTicker", "Health", "Science"]))
    expect((await list("LoadAssetType")).map((each) => (each as { name: string }).name)).toEqual(
      expect.arrayContaining(["USD", "EUR"]),
    )
    expect(await list("LoadRelationShipStatus")).toEqual(
      expect.arrayContaining([
        { id: 1, name: "Not followed" },
        { id: 2, name: "Followed" },
      ]),
    )
  })

  it("names the three levels by the ids that content carries [S7-009]", async () => {
    expect((await kit.get("/api/Home/Levels")).body.data).toEqual([
      { levelId: 1, name: "Public" },
      { levelId: 2, name: "Subscribers" },
      { levelId: 3, name: "Premium subscribers" },
    ])
  })

  it("[S7-024] LoadOrderClass lists every kind of movement of a statement, and nothing else", async () => {
    const { data } = (await kit.get("/api/Home/LoadOrderClass")).body
    expect(data).toEqual(
      PURPOSES.map((purpose, index) => ({ id: index + 1, name: translator("en")(`wallet.kind.${purpose}`) })),
    )
    expect(PURPOSES).toEqual(expect.arrayContaining(["deposit", "withdrawal", "donation", "fee"]))
  })

  it("[S7-017] GET /api/Home/Time returns the server time", async () => {
    const before = Date.now()
    const { time, iso } = (await kit.get("/api/Home/Time")).body.data as unknown as { time: number; iso: string }
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(iso)).toBe(time)
  })

  it("[S7-029] [S3-028] GET /api/Home/LoadBlurbs has zh and en lists of id, defaultText and blurbType", async () => {
    const { zh, en } = (await kit.get("/api/Home/LoadBlurbs")).body.data as unknown as Record<
      string,
      ReadonlyArray<object>
    >
    for (const list of [zh, en]) {
      expect(list?.length).toBeGreaterThan(50)
      for (const blurb of list ?? []) {
        expect(blurb).toEqual({
          id: expect.any(Number),
          defaultText: expect.any(String),
          blurbType: expect.any(String),
        })
      }
    }
    expect(zh?.map((blurb) => "blurbType" in blurb && blurb.blurbType)).toEqual(
      expect.arrayContaining(["shell.tab.home", "api.noFeed"]),
    )
  })
})
