export { type DigestPost, type DigestReader, findDigestReaders, listDigestMembers, listDigestPosts } from "./digests.ts"
export { mailLists } from "./mailLists.projection.ts"
export {
  countMembers,
  countSharingReaders,
  type EmailSetting,
  findReaders,
  isSharingAddress,
  listEmailSettings,
  listMembers,
  listSharingReaders,
  type Reader,
  type SharingReader,
} from "./mailLists.ts"
