import { map } from "nanostores"
import type { PreviewItem } from "#contract/feeds"
import type { FollowableFeed } from "#contract/follows"

/** The preview drawer as the specification has it. Titles and addresses stay while it slides out. */
export interface DrawerState {
  readonly showDrawer: boolean
  readonly feedId: string
  readonly title: string
  readonly url: string
  readonly description: string
  /** Whether claiming the feed is shown, and whether it can be claimed: not by a guest, and not twice. */
  readonly claimFeedBtn: boolean
  readonly claimFeedOn: boolean
}

export const CLOSED: DrawerState = {
  showDrawer: false,
  feedId: "",
  title: "",
  url: "",
  description: "",
  claimFeedBtn: false,
  claimFeedOn: false,
}

/** What the drawer lists. */
export interface PreviewState {
  readonly status: "loading" | "ready" | "failed"
  /** Unknown until the first answer. */
  readonly feed: PreviewFeed | undefined
  readonly items: ReadonlyArray<PreviewItem>
  /** The last page that was fetched, from 1. */
  readonly page: number
  readonly hasMore: boolean
}

/** `failure` is the message key of what is wrong with the feed now. */
export type PreviewFeed = FollowableFeed & { readonly failure: string | null }

export interface PreviewAnswer {
  readonly feed: PreviewFeed
  readonly items: ReadonlyArray<PreviewItem>
  readonly hasMore: boolean
}

export const WAITING: PreviewState = { status: "loading", feed: undefined, items: [], page: 0, hasMore: false }

export const $drawer = map<DrawerState>({ ...CLOSED })
export const $preview = map<PreviewState>({ ...WAITING })

/** The drawer's part of what a feed tells of itself. */
export const drawerOf = ({ feedId, title, url, description }: FollowableFeed): DrawerState => ({
  ...CLOSED,
  showDrawer: true,
  feedId,
  title,
  url,
  description,
})

export const previewOf = ({ feed, items, hasMore }: PreviewAnswer): PreviewState => ({
  status: "ready",
  feed,
  items,
  page: 1,
  hasMore,
})
