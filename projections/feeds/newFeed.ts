import type { FeedRow } from "./tables.ts"

/** What a feed has before its documents or its channel say more. */
export const NEW_FEED = {
  description: null,
  link: null,
  icon_url: null,
  language: null,
  author: null,
  content_type: "article",
  tags: [],
  item_count: 0,
  is_listed: true,
  is_withheld: false,
  last_updated: null,
  fetched_at: null,
  failed_at: null,
  failure: null,
  failure_status: null,
  failure_detail: null,
  problems: [],
} as const satisfies Partial<FeedRow>
