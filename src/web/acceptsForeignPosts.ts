/**
 * Whether a path takes forms from anywhere: mail programs post to the address that leaves a mailing list, without a session
 * and with any origin (RFC 8058). Its token is all it needs, so a form of another site can do nothing more.
 */
export const acceptsForeignPosts = (path: string): boolean => path.startsWith("/mail/out/")
