import type { reading as source } from "../en/reading.ts"
import type { Translation } from "../message.ts"

export const reading: Translation<typeof source> = {
  "subscriptions.reading": "按阅读时间分配",
  "subscriptions.reading.text":
    "你的月费按你阅读每位创作者的时间分配，而不按权重。浏览器会统计你在其文章上的阅读时间。离开浏览器的只有算出的份额，绝不包括你读了多久或读了什么。",
  "subscriptions.reading.limits": "每位创作者至少得到月费的 {floor}，最多 {cap}。",
  "subscriptions.reading.how":
    "当月阅读满十分钟后，浏览器会自动上报份额，大约每天一次。份额适用于整个月，以月底前最后一次上报为准。如果你使用多个浏览器阅读，每个浏览器分别统计。",
  "subscriptions.reading.scripts": "此功能需要 JavaScript：阅读时间只在你的浏览器中统计。",
  "subscriptions.reading.on": "按阅读时间分配",
  "subscriptions.reading.off": "恢复按权重分配",
  "subscriptions.reading.now": "立即采用这些份额",
  "subscriptions.reading.forget": "删除阅读时间",
  "subscriptions.reading.forgotten": "此浏览器中的阅读时间已删除。",
  "subscriptions.reading.table": "本月阅读时间",
  "subscriptions.reading.read": "在此阅读",
  "subscriptions.reading.measured": "统计份额",
  "subscriptions.reading.set": "当前生效",
  "subscriptions.reading.part": "按阅读时间 {part}",
  "subscriptions.reading.weights": "按权重",
  "subscriptions.reading.setAt": "上次上报：{time}。",
  "subscriptions.reading.none": "尚无统计数据。在此之前按权重分配。",
  "subscriptions.reading.refused.off": "此订阅没有按阅读时间分配。",
  "subscriptions.reading.refused.unpaid": "支付当月费用后，阅读时间才会计入。",
  "subscriptions.reading.refused.alone": "只有一位创作者，无需分配。",
  "subscriptions.reading.refused.fee":
    "你的月费只够每位创作者的最低份额，因此阅读时间不会改变分配。请提高月费或移除一位创作者。",
  "subscriptions.reading.refused.creators": "此订阅中的创作者已有变化。请刷新页面后重试。",
  "subscriptions.reading.refused.parts": "这些份额超出了限制。请刷新页面后重试。",
  "subscriptions.reading.refused.often": "份额刚刚设置过。六小时后可以再次设置。",
}
