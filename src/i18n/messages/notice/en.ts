export const notice = {
  "notice.pleaseSignIn": "Please signin",
  "notice.loggedOut": "logged out",
  "notice.success": "Success",
} as const
