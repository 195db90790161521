export { listOpenOperations, listOperations, OPERATIONS_PAGE } from "./listOperations.ts"
export { operations } from "./operations.projection.ts"
