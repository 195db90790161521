export { accounts } from "./accounts.projection.ts"
export { findMember, type Member } from "./findMember.ts"
