import type { Translation } from "../../message.ts"
import type { deposit as source } from "./en.ts"

export const deposit: Translation<typeof source> = {
  "deposit.title": "充值",
  "deposit.lead": "从其他钱包把币发送到你在这里的专属地址。区块链确认后即可入账。",
  "deposit.asset": "币种",
  "deposit.address": "你的 {asset} 地址",
  "deposit.copy": "复制地址",
  "deposit.copied": "已复制",
  "deposit.open": "在钱包应用中打开",
  "deposit.qr": "你的 {asset} 地址的二维码",
  "deposit.only": "此地址只接收 {asset}，且仅限本网络。发送其他任何币都会丢失。",
  "deposit.counts": "{usual} 次确认后入账，较大金额需 {large} 次。",
  "deposit.counts.all": "{usual} 次确认后入账。",
  "deposit.new": "新地址",
  "deposit.new.text": "之前的地址仍归你所有：发到那里的币同样会入账。",
  "deposit.demo.get": "领取演示币",
  "deposit.demo.text": "用于体验：向你的地址发送 {amount} {asset} 演示链上的币。",
  "deposit.demo.none": "只有演示链会赠送币。",
  "deposit.coming": "在途",
  "deposit.coming.none": "目前没有在途的充值。",
  "deposit.came": "最近的充值",
  "deposit.came.none": "还没有充值到账。",
  "deposit.confirmations": "{count}/{needed} 次确认",
  "deposit.credited": "已到账",
  "deposit.vanished": "不会再到账",
  "deposit.transaction": "交易",
}
