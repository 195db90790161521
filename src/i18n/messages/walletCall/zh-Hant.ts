import type { Translation } from "../../message.ts"
import type { walletCall as source } from "./en.ts"

export const walletCall: Translation<typeof source> = {
  "walletCall.notEnough": "餘額不足",
  "walletCall.frozen": "此帳戶目前無法付款，請聯絡客服。",
  "walletCall.commandReused": "此請求先前以不同內容送出過，因此未執行任何操作。請重新載入頁面。",
  "walletCall.noMovement": "你沒有這筆紀錄。",
  "walletCall.badCursor": "列表無法從該處繼續，請從頭開始。",
  "walletCall.amount.notDecimal": "請用數字輸入金額，例如 0.5",
  "walletCall.amount.tooFine": "金額的小數位數超過該資產允許的位數。",
  "walletCall.amount.tooLarge": "金額過大。",
  "walletCall.unfit.zero": "請輸入金額。",
  "walletCall.unfit.dust": "金額過小：至少 0.00001。",
  "walletCall.unfit.asset": "只能捐贈加密貨幣。",
  "walletCall.unfit.oneself": "你不能向自己捐贈。",
  "walletCall.unfit.long": "留言過長：最多 200 個字元。",
  "walletCall.codeOwed": "請輸入驗證器上的 6 位數字。",
  "walletCall.passwordOwed": "一天內超過小額的捐贈需要確認：請輸入你的提領密碼。",
  "walletCall.proofOwed": "若要在一天內捐贈超過小額的金額，請先設定提領密碼或開啟兩步驟驗證。",
  "walletCall.paused": "保護你錢包的設定剛剛啟用或變更過。為了你的安全，在 {time}（UTC）之前你只能捐贈小額。",
  "walletCall.leaving.underWay": "你有資產正被凍結、提領中或仍在途中。處理完畢後才能刪除帳號。",
  "walletCall.leaving.owns": "你的錢包裡還有加密貨幣。請先提領：刪除帳號後將無法取回。",
  "walletCall.leaving.rest": "你的錢包裡還剩少量資產，低於可提領的最低額。如果你放棄它，就可以刪除帳號。",
  "walletCall.noDeposits": "目前無法儲值此資產，請稍後再試。",
}
