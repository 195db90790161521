/** Where a guest's follows are kept in local storage. Apart from the store, for pages that only compare. */
export const FOLLOW_LIST_KEY = "quire:followList"
/** What the cookie is to say, so that a page can compare the two without reading the list. */
export const FOLLOW_MIRROR_KEY = "quire:followMirror"
export const USER_GROUP_KEY = "quire:userGroup"
/** There once a member has said whether the guest's follows are to be added to the account. */
export const MERGE_ANSWERED = "quire:mergeAnswered"
