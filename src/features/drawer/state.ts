import { map } from "nanostores"
import type { PreviewItem } from "#contract/feeds"
import type { FollowableFeed } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"

export type DrawerWords = WordsOf<"drawer"> & WordsOf<"follow"> & WordsOf<"call">

/** The drawer state of the specification. Title and address stay while it slides out. */
export interface DrawerState {
  readonly showDrawer: boolean
  readonly feedId: string
  readonly title: string
  readonly url: string
  readonly description: string
  /** Whether the claim link is shown (to members), and whether the feed can still be claimed. */
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

/** The list in the drawer. */
export interface PreviewState {
  readonly status: "loading" | "ready" | "failed"
  /** Undefined until the first response. */
  readonly feed: PreviewFeed | undefined
  readonly items: ReadonlyArray<PreviewItem>
  /** The last loaded page, from 1. */
  readonly page: number
  readonly hasMore: boolean
}

/** `failure` is the message key of the feed's current failure. */
export type PreviewFeed = FollowableFeed & { readonly failure: string | null }

export interface PreviewAnswer {
  readonly feed: PreviewFeed
  readonly items: ReadonlyArray<PreviewItem>
  readonly hasMore: boolean
}

export const WAITING: PreviewState = { status: "loading", feed: undefined, items: [], page: 0, hasMore: false }

export const $drawer = map<DrawerState>({ ...CLOSED })
export const $preview = map<PreviewState>({ ...WAITING })

/** The drawer state that shows a feed. */
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
