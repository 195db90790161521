import type { Aggregate } from "#core/kernel"
import { POST_FORMAT, POST_LEVEL, POST_STATUS, type PostLevel, type PostStatus } from "../limits.ts"
import { type Opening, PostEvent, PostEvents, type PostMedia, SlugEvent, SlugEvents } from "./events.ts"

/** A version of a post: what its author wrote and chose. */
export type PostVersion = {
  readonly title: string
  /** Public Markdown. */
  readonly preview: string
  /** Markdown for people with the level, or above it. */
  readonly gated: string
  readonly levelId: PostLevel
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
  /** Key of a stored picture. */
  readonly cover: string | null
  readonly series: string | null
  /** The part of the address that the author chose; empty for one made of the title. */
  readonly customTitle: string
  readonly opening: Opening
  /** Whether mail is sent about it when it is published, and when it opens to a lower level. */
  readonly isMailed: boolean
}

/** When a scheduled post is due, and what its author chose. */
export type PostSchedule = { readonly dueAt: string; readonly wall: string; readonly zone: string }

export type PostState = PostVersion & {
  /** Null before it was created. */
  readonly personId: string | null
  readonly channelId: number
  readonly statusId: PostStatus
  /** Operators took it from its readers, whatever its status. */
  readonly isWithheld: boolean
  readonly media: ReadonlyArray<PostMedia>
  /** The number of the version; the first one is 1. */
  readonly revision: number
  /** UTF-8 bytes of all versions. */
  readonly versionsBytes: number
  readonly schedule: PostSchedule | null
  readonly publishedAt: string | null
  /** The last parts of its addresses, the current one last. */
  readonly slugs: ReadonlyArray<string>
  /** The post that this one is a translation of; null for an original. */
  readonly originalId: string | null
  /** Where it was imported from; null if it was written here. */
  readonly origin: PostOrigin | null
  /** The story in the library that it is a copy of; null for a post of its own. */
  readonly storyKey: string | null
}

/** Where a post was imported from: the product, and its address there. */
export type PostOrigin = { readonly source: string; readonly canonicalUrl: string | null }

export const NO_OPENING: Opening = { subscribersDays: null, everyoneDays: null }

export const EMPTY_VERSION: PostVersion = {
  ...{ title: "", preview: "", gated: "", levelId: POST_LEVEL.everyone, language: null },
  ...{ tags: [], cover: null, series: null, customTitle: "", opening: NO_OPENING, isMailed: true },
}

const initial: PostState = {
  ...EMPTY_VERSION,
  personId: null,
  channelId: 0,
  statusId: POST_STATUS.draft,
  isWithheld: false,
  media: [],
  revision: 0,
  versionsBytes: 0,
  schedule: null,
  publishedAt: null,
  slugs: [],
  originalId: null,
  origin: null,
  storyKey: null,
}

/** A post, by its id. */
export const Post: Aggregate<PostState, PostEvent> = {
  category: "post",
  events: PostEvents,
  initial,
  evolve: (state, event) =>
    PostEvent.match(event, {
      "publishing.PostCreated.v1": ({ personId, channelId, ...stored }): PostState => ({
        ...state,
        ...versionOf(stored),
        ...{ personId, channelId, revision: 1, versionsBytes: bytesOf(stored) },
      }),
      "publishing.PostRevised.v1": ({ revision, ...stored }) => ({
        ...state,
        ...versionOf(stored),
        ...{ revision, versionsBytes: state.versionsBytes + bytesOf(stored) },
      }),
      "publishing.PostScheduled.v1": ({ dueAt, wall, zone }) => ({
        ...state,
        ...{ statusId: POST_STATUS.scheduled, schedule: { dueAt, wall, zone } },
      }),
      "publishing.PostUnscheduled.v1": () => ({ ...state, statusId: POST_STATUS.draft, schedule: null }),
      "publishing.TranslationLinked.v1": ({ originalId }) => ({ ...state, originalId }),
      "publishing.PostAddressed.v1": ({ slug }) => ({
        ...state,
        slugs: slug === null ? state.slugs : [...state.slugs.filter((each) => each !== slug), slug],
      }),
      "publishing.PostPublished.v1": ({ publishedAt }) => ({
        ...state,
        ...{ statusId: POST_STATUS.published, schedule: null, publishedAt },
      }),
      "publishing.PostImported.v1": ({ source, canonicalUrl }) => ({ ...state, origin: { source, canonicalUrl } }),
      "publishing.PostArchived.v1": ({ publishedAt, storyKey = null }) => ({
        ...state,
        ...{ statusId: POST_STATUS.published, publishedAt, storyKey },
      }),
      "publishing.LevelOpened.v1": ({ levelId }) => ({ ...state, levelId }),
      "publishing.PostHidden.v1": () => ({ ...state, statusId: POST_STATUS.hidden }),
      "publishing.PostShown.v1": () => ({ ...state, statusId: POST_STATUS.published }),
      "publishing.PostWithheld.v1": () => ({ ...state, isWithheld: true }),
      "publishing.PostReleased.v1": () => ({ ...state, isWithheld: false }),
      "publishing.PostDeleted.v1": () => ({ ...state, statusId: POST_STATUS.deleted, schedule: null }),
    }),
}

type StoredVersion = Omit<
  Extract<PostEvent, { readonly _tag: "publishing.PostCreated.v1" }>,
  "_tag" | "postId" | "personId" | "channelId" | "createdAt"
>

/** The version in an event; empty texts after an erasure. */
export const versionOf = (stored: StoredVersion): PostVersion & { readonly media: ReadonlyArray<PostMedia> } => ({
  title: stored.title ?? "",
  preview: stored.preview ?? "",
  gated: stored.gated ?? "",
  levelId: stored.levelId,
  language: stored.language,
  tags: stored.tags ?? [],
  cover: stored.cover,
  series: stored.series,
  customTitle: stored.customTitle ?? "",
  opening: stored.opening,
  isMailed: stored.isMailed ?? true,
  media: stored.media ?? [],
})

/** The fields of an event for a version. */
export const storedVersion = (version: PostVersion & { readonly media: ReadonlyArray<PostMedia> }): StoredVersion => ({
  format: POST_FORMAT,
  levelId: version.levelId,
  language: version.language,
  opening: version.opening,
  title: version.title,
  preview: version.preview,
  gated: version.gated,
  customTitle: version.customTitle,
  tags: version.tags,
  cover: version.cover,
  series: version.series,
  media: version.media,
  isMailed: version.isMailed,
})

export const bytesOf = ({ preview, gated }: { readonly preview: string | null; readonly gated: string | null }) =>
  Buffer.byteLength(preview ?? "") + Buffer.byteLength(gated ?? "")

/** The post that has an address in a channel; null if it is free. By `slugStreamId`. */
export const Slug: Aggregate<{ readonly postId: string | null }, SlugEvent> = {
  category: "postslug",
  events: SlugEvents,
  initial: { postId: null },
  evolve: (_, event) =>
    SlugEvent.match(event, {
      "publishing.SlugTaken.v1": ({ postId }): { postId: string | null } => ({ postId }),
      "publishing.SlugReleased.v1": () => ({ postId: null }),
    }),
}
