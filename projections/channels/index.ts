export { claims } from "./claims.projection.ts"
export { findClaimant, type ListedClaim, listClaims } from "./listClaims.ts"
