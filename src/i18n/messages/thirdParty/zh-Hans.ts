import type { Translation } from "../../message.ts"
import type { thirdParty as source } from "./en.ts"

export const thirdParty: Translation<typeof source> = {
  "thirdParty.signIn": "使用 {name} 登录",
  "thirdParty.title": "第三方登录",
  "thirdParty.lead": "通过以下服务验证身份后即可登录。",
  "thirdParty.link": "关联 {name}",
  "thirdParty.offered": "你来自 {name}。要关联它用于登录吗？",
  "thirdParty.since": "自 {date}",
  "thirdParty.unlink": "取消关联",
  "thirdParty.owned": "该地址已有账号。请先登录，再同意关联。",
  "thirdParty.unknown": "没有此登录方式。",
  "thirdParty.failed": "登录未成功，请重试。",
  "thirdParty.unverified": "你的地址在该服务未经验证，请在此注册。",
  "thirdParty.taken": "它已关联到另一个账号。",
  "thirdParty.noAccount": "新账号需要邀请，请先注册。",
  "thirdParty.tooMany": "关联数量已达上限。",
  "thirdParty.signInAgain": "你登录已有一段时间，请重新登录后再关联。",
  "thirdParty.none": "尚未关联。",
}
