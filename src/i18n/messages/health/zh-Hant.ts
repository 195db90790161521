import type { Translation } from "../../message.ts"
import type { health as source } from "./en.ts"

export const health: Translation<typeof source> = {
  "health.success": "上次成功",
  "health.never": "尚未成功",
  "health.error": "上次錯誤",
  "health.since": "始於{when}",
  "health.todo": "可以怎麼做",
  "health.next": "下次查看",
  "health.soon": "馬上",
  "health.moved": "發布者把我們轉到 {url}。若連續三天如此，我們就改用該網址。",
  "health.daily": "目前這裡無人閱讀，因此每天查看一次。",
  "health.push": "發布者會立即通知我們新內容。",
  "health.status": "HTTP {status}",
  "health.do.forbidden":
    "許多發布者用反機器人屏障拒絕程式存取。可以請其允許我們的閱讀器，或尋找訂閱源的其他網址。我們會禮貌地繼續嘗試。",
  "health.do.missing": "請在發布者的網站上尋找訂閱源，它可能有了新網址。",
  "health.do.gone": "請在發布者的網站上尋找替代，或取消追蹤。我們每天查看一次，看它是否恢復。",
  "health.do.busy": "無需操作。我們會在伺服器要求的時間再來。",
  "health.do.wait": "無需操作。這類故障大多會過去，我們會自動重試，至少每天一次。",
  "health.do.dns": "請搜尋該發布者，其網站可能換了名稱。我們會繼續嘗試。",
  "health.do.tls": "只有發布者能更新憑證，可以寫信給他們。我們會繼續嘗試。",
  "health.do.tooLarge": "請發布者減少訂閱源中的項目。",
  "health.do.loop": "請在瀏覽器中開啟該網址，若能到達某個網址，請追蹤那一個。",
  "health.do.address": "請使用訂閱源的公開網址來追蹤。",
  "health.do.notAFeed": "請在發布者的網站上尋找訂閱源，該網址可能已不再提供。",
  "health.do.costly": "請發布者修復該文件。我們會繼續嘗試。",
  "health.do.ours": "無需操作。我們的維運人員已看到，會再次嘗試。",
}
