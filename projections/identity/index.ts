export { identityChecks } from "./checks.projection.ts"
export {
  findIdentity,
  type Identity,
  listAccesses,
  listOwnChecks,
  type OwnAccess,
  type OwnCheck,
  type OwnDocument,
} from "./findIdentity.ts"
export {
  isCheckDocument,
  type ListedCheck,
  listCheckDocuments,
  listChecks,
  listOverChecks,
  listShredDue,
  QUEUE_PAGE_MAX,
  type QueueFilter,
  searchChecks,
} from "./listChecks.ts"
