import type { Translation } from "../../message.ts"
import type { menu as source } from "./en.ts"

export const menu: Translation<typeof source> = {
  "menu.account": "你的账号",
  "menu.profile": "个人主页",
  "menu.settings": "设置",
  "menu.dashboard": "创作者中心",
  "menu.ticket": "工单",
  "menu.wallet": "钱包",
  "menu.transactions": "交易记录",
  "menu.searchUser": "查找用户",
  "menu.signOut": "退出登录",
  "menu.unnamed": "新朋友",
}
