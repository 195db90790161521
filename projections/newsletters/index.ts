export { type DigestPost, type DigestReader, findDigestReaders, listDigestMembers, listDigestPosts } from "./digests.ts"
export { mailLists } from "./mailLists.projection.ts"
export {
  countMembers,
  type EmailSetting,
  findReaders,
  listEmailSettings,
  listMembers,
  type Reader,
} from "./mailLists.ts"
