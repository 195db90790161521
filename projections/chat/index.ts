export { chat } from "./chat.projection.ts"
export { creatorsLayer } from "./creators.ts"
export { findGroup } from "./findGroup.ts"
export { findUnreadReply } from "./findReply.ts"
export { groupRoomsOf } from "./groupRoomsOf.ts"
export { type ListedRoom, unreadIn } from "./ListedRoom.ts"
export { findRoom, listedRoom, listRooms } from "./listRooms.ts"
export {
  type HistoryMessage,
  type HistoryPage,
  type HistoryQuery,
  type HistoryReaction,
  pageAfter,
  pageHistory,
  pageThread,
} from "./pageHistory.ts"
export {
  type Blocked,
  filterByLevel,
  filterPartners,
  findQuietHours,
  listBans,
  listBlocks,
  listOwnMessages,
  listReactedMessages,
  listSeatRoomIds,
} from "./personQueries.ts"
export { type FoundHistory, type HistorySearch, searchCursor, searchHistory } from "./searchHistory.ts"
export { unreadChats, unreadCounts, unreadOf, unreadRequestCounts, unreadRequests } from "./unread.ts"
