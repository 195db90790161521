import type { Translation } from "../../message.ts"
import type { walletCall as source } from "./en.ts"

export const walletCall: Translation<typeof source> = {
  "walletCall.notEnough": "余额不足",
  "walletCall.frozen": "此账户目前无法付款，请联系客服。",
  "walletCall.commandReused": "此请求之前以不同内容发送过，因此未执行任何操作。请重新加载页面。",
  "walletCall.noMovement": "你没有这笔记录。",
  "walletCall.badCursor": "列表无法从该处继续，请从头开始。",
  "walletCall.amount.notDecimal": "请用数字输入金额，例如 0.5",
  "walletCall.amount.tooFine": "金额的小数位数超过该资产允许的位数。",
  "walletCall.amount.tooLarge": "金额过大。",
  "walletCall.unfit.zero": "请输入金额。",
  "walletCall.unfit.dust": "金额过小：至少 0.00001。",
  "walletCall.unfit.asset": "只能捐赠加密货币。",
  "walletCall.unfit.oneself": "你不能向自己捐赠。",
  "walletCall.unfit.long": "留言过长：最多 200 个字符。",
  "walletCall.codeOwed": "请输入身份验证器上的 6 位数字。",
  "walletCall.passwordOwed": "一天内超过小额的捐赠需要确认：请输入你的提现密码。",
  "walletCall.proofOwed": "若要在一天内捐赠超过小额的金额，请先设置提现密码或开启两步验证。",
  "walletCall.paused": "保护你钱包的设置刚刚启用或更改过。为了你的安全，在 {time}（UTC）之前你只能捐赠小额。",
  "walletCall.leaving.underWay": "你有资产正被冻结、提现中或仍在途中。处理完毕后才能删除账号。",
  "walletCall.leaving.owns": "你的钱包里还有加密货币。请先提现：删除账号后将无法取回。",
  "walletCall.leaving.rest": "你的钱包里还剩少量资产，低于可提现的最低额。如果你放弃它，就可以删除账号。",
  "walletCall.noDeposits": "目前无法充值此资产，请稍后再试。",
}
