/** Local storage keys, apart from the store, so that pages can compare without loading it. */

export const FOLLOW_LIST_KEY = "quire:followList"
/** The value that the follows cookie should have; pages compare the two without reading the list. */
export const FOLLOW_MIRROR_KEY = "quire:followMirror"
export const USER_GROUP_KEY = "quire:userGroup"
/** Set once a member has answered whether to merge the guest's follows into the account. */
export const MERGE_ANSWERED = "quire:mergeAnswered"
