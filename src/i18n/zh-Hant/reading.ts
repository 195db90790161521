import type { reading as source } from "../en/reading.ts"
import type { Translation } from "../message.ts"

export const reading: Translation<typeof source> = {
  "subscriptions.reading": "依閱讀時間分配",
  "subscriptions.reading.text":
    "你的月費依你閱讀每位創作者的時間分配，而不依權重。瀏覽器會統計你在其文章上的閱讀時間。離開瀏覽器的只有算出的份額，絕不包括你讀了多久或讀了什麼。",
  "subscriptions.reading.limits": "每位創作者至少得到月費的 {floor}，最多 {cap}。",
  "subscriptions.reading.how":
    "當月閱讀滿十分鐘後，瀏覽器會自動回報份額，大約每天一次。份額適用於整個月，以月底前最後一次回報為準。如果你使用多個瀏覽器閱讀，每個瀏覽器會分別統計。",
  "subscriptions.reading.scripts": "此功能需要 JavaScript：閱讀時間只在你的瀏覽器中統計。",
  "subscriptions.reading.on": "依閱讀時間分配",
  "subscriptions.reading.off": "恢復依權重分配",
  "subscriptions.reading.now": "立即採用這些份額",
  "subscriptions.reading.forget": "刪除閱讀時間",
  "subscriptions.reading.forgotten": "此瀏覽器中的閱讀時間已刪除。",
  "subscriptions.reading.table": "本月閱讀時間",
  "subscriptions.reading.read": "在此閱讀",
  "subscriptions.reading.measured": "統計份額",
  "subscriptions.reading.set": "目前生效",
  "subscriptions.reading.part": "依閱讀時間 {part}",
  "subscriptions.reading.weights": "依權重",
  "subscriptions.reading.setAt": "上次回報：{time}。",
  "subscriptions.reading.none": "尚無統計資料。在此之前依權重分配。",
  "subscriptions.reading.refused.off": "此訂閱沒有依閱讀時間分配。",
  "subscriptions.reading.refused.unpaid": "支付當月費用後，閱讀時間才會計入。",
  "subscriptions.reading.refused.alone": "只有一位創作者，無需分配。",
  "subscriptions.reading.refused.fee":
    "你的月費只夠每位創作者的最低份額，因此閱讀時間不會改變分配。請提高月費或移除一位創作者。",
  "subscriptions.reading.refused.creators": "此訂閱中的創作者已有變動。請重新整理頁面後再試。",
  "subscriptions.reading.refused.parts": "這些份額超出了限制。請重新整理頁面後再試。",
  "subscriptions.reading.refused.often": "份額剛剛設定過。六小時後可以再次設定。",
}
