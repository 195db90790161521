import type { Translation } from "../../message.ts"
import type { deposit as source } from "./en.ts"

export const deposit: Translation<typeof source> = {
  "deposit.title": "儲值",
  "deposit.lead": "從其他錢包把幣發送到你在這裡的專屬地址。區塊鏈確認後即可入帳。",
  "deposit.asset": "幣種",
  "deposit.address": "你的 {asset} 地址",
  "deposit.copy": "複製地址",
  "deposit.copied": "已複製",
  "deposit.open": "在錢包應用程式中打開",
  "deposit.qr": "你的 {asset} 地址的 QR 碼",
  "deposit.only": "此地址只接收 {asset}，且僅限本網路。發送其他任何幣都會遺失。",
  "deposit.counts": "{usual} 次確認後入帳，較大金額需 {large} 次。",
  "deposit.counts.all": "{usual} 次確認後入帳。",
  "deposit.new": "新地址",
  "deposit.new.text": "之前的地址仍歸你所有：發到那裡的幣同樣會入帳。",
  "deposit.demo.get": "領取示範幣",
  "deposit.demo.text": "用於體驗：向你的地址發送 {amount} {asset} 示範鏈上的幣。",
  "deposit.demo.none": "只有示範鏈會贈送幣。",
  "deposit.coming": "在途",
  "deposit.coming.none": "目前沒有在途的儲值。",
  "deposit.came": "最近的儲值",
  "deposit.came.none": "還沒有儲值到帳。",
  "deposit.confirmations": "{count}/{needed} 次確認",
  "deposit.credited": "已到帳",
  "deposit.vanished": "不會再到帳",
  "deposit.transaction": "交易",
}
