/**
 * Who sends coins to cold storage: the platform itself. No person can have this id, because a person's begins with a time.
 * There is no hold for it: the coins are the platform's to move, and no balance of anybody changes.
 */
export const PLATFORM_ID = "00000000-0000-7000-8000-000000000000"
