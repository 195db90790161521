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
export { findPastCheck } from "./findPastCheck.ts"
export {
  findStatement,
  isCheckDocument,
  type ListedCheck,
  listCheckDocuments,
  listChecks,
  listChecksOfSamePerson,
  listLooks,
  listOverChecks,
  listShredDue,
  OVERDUE_MS,
  QUEUE_PAGE_MAX,
  type QueueFilter,
  searchChecks,
} from "./listChecks.ts"
