/** Where the ids of opened items are kept in local storage: a list, the newest last. */
export const READ_KEY = "quire:read"
