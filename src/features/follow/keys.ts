/** Where a guest's follows are kept in local storage, and what tells a page that they changed. Of no weight, for every page. */
export const FOLLOW_LIST_KEY = "quire:followList"
export const USER_GROUP_KEY = "quire:userGroup"
/** Said on the document when this tab changed the follows; other tabs hear of it by the storage event. */
export const FOLLOWS_EVENT = "quire:follows"
