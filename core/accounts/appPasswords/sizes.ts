/** Apps and devices of one person that have a password of their own. */
export const APP_PASSWORDS_MAX = 50
export const APP_NAME_LENGTH_MAX = 60
