export { assetTypes, listAssetTypes } from "./assetTypes.ts"
export { balances } from "./balances.projection.ts"
export {
  type Balance,
  balanceHistory,
  balancesOf,
  firstMovementAt,
  listDueHolds,
  readModelBalances,
  waitForWallet,
  walletMarks,
} from "./balances.ts"
export { type DepositEntry, hasPendingDeposits, listDeposits } from "./deposits.ts"
export { DONATIONS_PAGE, type DonationEntry, listDonations } from "./listDonations.ts"
export {
  hasWithdrawal,
  listWithdrawals,
  openWithdrawals,
  WITHDRAWALS_PAGE,
  type WithdrawalEntry,
} from "./listWithdrawals.ts"
export {
  findMovement,
  MOVEMENTS_PAGE_MAX,
  type Movement,
  type MovementQuery,
  type MovementSearch,
  movementId,
  pageMovements,
  parseMovementId,
} from "./movements.ts"
export { type StatementTotals, statementTotals } from "./statementTotals.ts"
export { wallet } from "./wallet.projection.ts"
