export { mailLists } from "./mailLists.projection.ts"
export {
  countMembers,
  type EmailSetting,
  findReaders,
  listEmailSettings,
  listMembers,
  type Reader,
} from "./mailLists.ts"
