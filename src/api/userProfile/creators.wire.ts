import type { RejectionReason } from "#contract/channels"
import type { ChannelItem } from "#contract/library"
import { POST_LEVEL } from "#contract/publishing"
import type { ListedApplication, ListedChannel, ListedClaim, ListedSupporter } from "#projections/channels"
import { CONTENT_LANGUAGES } from "#src/lib/contentLanguages.ts"
import { pictureUrl } from "#src/web/images/pictureUrl.ts"

/** A creator's channel in the wire format. */
export const toCreatorItem = (channel: ListedChannel): ChannelItem => ({
  id: String(channel.channelId),
  code: channel.code,
  channelId: channel.channelId,
  channelCode: channel.code,
  subject: channel.subject,
  bio: channel.bio,
  userChannelStatusId: channel.statusId,
  userChannelDisplayStatusId: channel.displayStatusId,
  premium: channel.maxLevel === POST_LEVEL.premium,
  maxLevel: channel.maxLevel ?? POST_LEVEL.everyone,
  iconUrl: pictureUrl(channel.icon, "avatar") ?? "",
  userName: channel.displayName ?? channel.userCode,
  source: "QI",
})

/** A creator's channel with its sub-channels and the feeds of its creator. */
export const toCreatorProfile = (
  channel: ListedChannel,
  own: ReadonlyArray<ListedChannel>,
  claims: ReadonlyArray<ListedClaim>,
) => ({
  ...toCreatorItem(channel),
  links: channel.links,
  languageCodes: channel.languages.map(languageCodeOf),
  tags: channel.tags,
  bannerUrl: pictureUrl(channel.banner, "header") ?? "",
  commentLevelId: channel.commentLevelId,
  successorCode: channel.successorCode,
  userCode: channel.userCode,
  displayName: channel.displayName,
  feeds: claims.map(({ feedId, title, url }) => ({ feedId, title, url })),
  subChannels: own.filter(({ parentId }) => parentId === channel.channelId).map(toCreatorItem),
})

/** An application as its applicant sees it. */
export const toApplication = (application: ListedApplication) => ({
  requestTypeId: application.requestTypeId,
  requestStatusId: application.requestStatusId,
  subject: application.subject,
  about: application.about,
  links: application.links,
  languageCodes: application.languages.map(languageCodeOf),
  submitted: application.submittedAt?.getTime() ?? null,
  decided: application.decidedAt?.getTime() ?? null,
  reason: application.reason as RejectionReason | null,
  note: application.note,
})

export const toSupporters = ({
  people,
  count,
}: {
  readonly people: ReadonlyArray<ListedSupporter>
  readonly count: number
}) => ({
  count,
  people: people.map(({ since, channelCode, userCode, ...person }) => ({
    ...person,
    userCode: channelCode ?? userCode,
    since: since.getTime(),
  })),
})

const languageCodeOf = (tag: string): string =>
  CONTENT_LANGUAGES.find(({ language }) => language === tag)?.code ?? tag.toUpperCase()
