export { type Balance, balancesOf } from "./balancesOf.ts"
export { keptBalances } from "./keptBalances.ts"
export { type Movement, pageMovements, STATEMENT_PAGE_MAX, type StatementPage } from "./pageMovements.ts"
export { wallet } from "./wallet.projection.ts"
