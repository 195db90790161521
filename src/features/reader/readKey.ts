/** Local storage key of the ids of opened items, newest last. */
export const READ_KEY = "quire:read"
