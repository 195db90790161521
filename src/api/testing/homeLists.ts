import { expect } from "vitest"

const named = { id: expect.any(Number), name: expect.any(String) }
/** The 27 lists of the specification, to the letter. */
export const HOME_LISTS: ReadonlyArray<readonly [row: string, name: string, each: unknown]> = [
  ["S7-003", "LoadPreference", { preferenceId: expect.any(Number), name: expect.any(String) }],
  [
    "S7-004",
    "LoadAssetType",
    { assetTypeId: expect.any(Number), name: expect.any(String), digits: expect.any(Number) },
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
