import { makeReceiver } from "../../../core/notifications/push/testing/pushService.ts"

/** The data that payloads refer to. */
type Given = {
  readonly feed: { readonly feedId: string; readonly code: string }
  readonly itemId: string
  readonly longNewsId: string
  readonly author: string
  /** The address of a path of the publisher. */
  readonly at: (path: string) => string
}

const PUSHED = "https://push.example/1"

/** A valid payload for each POST call; every call of the description must be listed here or in elsewhere.ts. */
export const payloadsOf = ({ feed, itemId, longNewsId, author, at }: Given): Readonly<Record<string, object>> => ({
  "/api/Feed/ValidateFeed": { url: at("/blog") },
  "/api/Feed/CreateLocalFeed": { url: at("/blog") },
  "/api/Feed/PreviewFeed": { url: at("/blog.xml"), filter: { pageSize: 50, page: 1 } },
  "/api/Feed/SearchFeedById": { feedId: feed.feedId },
  "/api/Feed/LoadTargetFeed": { code: feed.code },
  "/api/Feed/ListRemoteContent": { feedId: feed.feedId, filter: { pageSize: 2, page: 2 } },
  "/api/Feed/LoadLastestContent": { filter: { pageSize: 2, page: 1 }, languageCode: "JP" },
  "/api/Feed/LibraryFeeds": { filter: { pageSize: 20, page: 1 }, languageCode: "All", index: 0 },
  "/api/Feed/LoadNews": { filter: { pageSize: 2, page: 1 }, sources: ["RSS"] },
  "/api/Feed/LoadAllNews": { filter: { pageSize: 2, page: 1 } },
  "/api/Feed/SearchFeedsIndex": { keyword: "blog la" },
  "/api/Feed/SearchNews": { keyword: "about", filter: { pageSize: 2, page: 2 }, sort: "best", sources: ["RSS"] },
  "/api/Feed/LoadNewsByKeyword": { keyword: "about", languageCode: "JP" },
  "/api/Feed/LoadQINewsByKeyword": { keyword: "long" },
  "/api/Feed/LoadNewsByTag": { tag: "News" },
  "/api/Feed/UpdateFeed": { feedId: feed.feedId },
  "/api/Feed/InitFollow": { feeds: [{ id: feed.feedId, feedId: feed.feedId, groupName: "A", title: "Blog" }] },
  "/api/Feed/Follow": { feedId: feed.feedId, groupName: "B" },
  "/api/Feed/FollowWithCreator": { feedId: feed.feedId },
  "/api/Feed/UnFollow": { feedId: feed.feedId },
  "/api/Feed/UpdateFollow": { feed: { id: feed.feedId }, followStatusId: 2, feedId: feed.feedId },
  "/api/Feed/FollowList": {},
  "/api/Feed/UnFollowList": {},
  "/api/Feed/ListUserFeed": { userCode: author },
  "/api/Feed/LoadPersonalFeeds": { filter: { pageSize: 2, page: 1 } },
  "/api/Feed/MarkRead": { itemIds: [itemId], read: true },
  "/api/Feed/MarkAllRead": { feedId: feed.feedId },
  "/api/Feed/UndoMarkAllRead": {},
  "/api/Feed/LoadReadMarks": { itemIds: [itemId] },
  "/api/Feed/SaveNews": { itemId },
  "/api/Feed/UnSaveNews": { itemId },
  "/api/Feed/MergeSavedNews": { itemIds: [itemId] },
  "/api/Feed/SetNewsNote": { itemId, tags: ["a"], note: "b" },
  "/api/Feed/AddHighlight": { itemId, text: "c" },
  "/api/Feed/RemoveHighlight": { itemId, text: "c" },
  "/api/Feed/ListSavedNews": {},
  "/api/Feed/LoadMuteRules": {},
  "/api/Feed/SetMuteRule": { feedId: feed.feedId, words: ["rain"] },
  "/api/Feed/RemoveMuteRule": { feedId: feed.feedId },
  "/api/UserGroup/CreateGroup": { groupName: "Made" },
  "/api/UserGroup/UpdateGroupName": { groupName: "A", newName: "Z" },
  "/api/UserGroup/LoadUserGroup": {},
  "/api/UserGroup/UpdateGroup": { feedIds: [feed.feedId] },
  "/api/UserGroup/DeleteUserGroup": { groupName: "Made" },
  "/api/Balance/LoadBalance": {},
  "/api/Balance/LoadMovements": { assetTypeId: 1, purpose: "donation", start: 0 },
  "/api/Balance/LoadDeposits": {},
  "/api/Balance/LoadWithdrawalOptions": {},
  "/api/Balance/LoadAddressBook": {},
  "/api/Balance/LoadWithdrawals": {},
  "/api/Donation/LoadDonationLimits": {},
  "/api/Donation/LoadDonations": {},
  "/api/Feed/UploadLongNews": { title: "Long", content: "<p>Long</p>", languageCode: "EN", tags: ["News"] },
  "/api/Feed/LoadLongNews": { id: longNewsId },
  "/api/Feed/DeleteLongNews": { id: longNewsId },
  "/api/Feed/AITranslate": { text: "Hello", languageCode: "DE" },
  "/api/Feed/AIWrite": { instruction: "Greet" },
  "/api/Feed/SubscribeNews": { subscription: { endpoint: PUSHED, keys: makeReceiver().keys }, languageCode: "EN" },
  "/api/Feed/UnsubscribeNews": { endpoint: PUSHED },
  "/api/Message/LoadMessage": { filter: { pageSize: 20, page: 1 }, type: "All" },
  "/api/Message/LoadMessageList": {},
  "/api/Message/UpdateMessage": { type: "All" },
  "/api/Message/LoadMessageFilter": {},
  "/api/Message/SubscribeMessages": { subscription: { endpoint: PUSHED, keys: makeReceiver().keys } },
  "/api/Message/UnsubscribeMessages": { endpoint: PUSHED },
  "/api/Message/LoadLinkPreview": { url: at("/blog") },
  "/api/Message/LoadQuietHours": {},
  "/api/Message/SetQuietHours": { hours: { fromMinute: 1_320, toMinute: 420, timeZone: "Europe/Berlin" } },
  "/api/Home/LoadImage": { itemId },
  "/api/Home/LoadAudio": { itemId },
  "/api/Home/LoadVideo": { itemId },
  "/api/Access/AddAccessNews": { itemId },
})
