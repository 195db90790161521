import type { Article } from "../article.ts"

export const howToBuy: Article = {
  title: "How to buy crypto",
  description:
    "From no coin at all to a first payment: choosing a wallet, buying a small amount, sending it, and staying safe.",
  lead: "From no coin at all to a first payment. We recommend no shop and earn nothing from your choice; the steps are the same everywhere.",
  sections: [
    {
      title: "Before you begin",
      blocks: [
        {
          list: [
            "An amount you can do without. For a year of subscribing that is about 120.",
            "An identity document: most sellers are obliged to ask for one.",
            "A bank account or a card to pay with.",
          ],
        },
      ],
    },
    {
      title: "1. Choose a coin",
      blocks: [
        "Quire takes Bitcoin (BTC), Bitcoin Cash (BCH) and Litecoin (LTC). For small amounts the last two are the cheaper ones to send: their network fee is usually a few cents, while that of Bitcoin can reach several units of your currency on busy days.",
      ],
    },
    {
      title: "2. Choose a wallet",
      blocks: [
        "A wallet keeps the key to your coins. You have three kinds to choose from:",
        {
          list: [
            "The wallet of your Quire account: nothing to install, made for spending here.",
            "A wallet app on your phone or computer: the key is yours alone. Take one whose source code is public.",
            "A hardware wallet: a small device that never lets the key out. Worth it from larger amounts on.",
          ],
        },
        "Your own wallet shows you 12 or 24 words when it is set up. Write them on paper and keep them where you keep documents. Whoever has these words has your coins.",
      ],
    },
    {
      title: "3. Choose where to buy",
      blocks: [
        {
          list: [
            "An exchange sells at market price and takes a small percentage. It needs a registration with proof of identity.",
            "A broker or app sells at a fixed price, which is simpler and dearer.",
            "A machine takes cash, at 5 to 15 percent on top.",
            "A person you know: agree on the price of the day and do it face to face.",
          ],
        },
        "Whichever you take: is it licensed where you live, does it say all its fees before you pay, and can you take your coins away from it? If one of these is a no, go elsewhere.",
      ],
    },
    {
      title: "4. Buy a small amount first",
      blocks: [
        {
          steps: [
            "Register, and switch on two-step verification before anything else.",
            "Pay in by bank transfer if you can: cards cost more.",
            "Buy for a small amount and look at the fee you were charged.",
          ],
        },
      ],
    },
    {
      title: "5. Send it",
      blocks: [
        {
          steps: [
            "Open the deposit page of your wallet and copy the address of the very coin you bought. A BTC address does not take LTC.",
            "Paste it at the seller’s, under Withdraw or Send. Compare the first and last six characters.",
            "Send a small part and wait until it arrives: minutes for LTC and BCH, up to an hour for BTC.",
            "Then send the rest.",
          ],
        },
      ],
    },
    {
      title: "Staying safe",
      blocks: [
        {
          list: [
            "Nobody from Quire will ever ask for your password, a code or your words. Whoever does is a thief.",
            "Offers to double your coins, to recover lost ones, or to pay for a job in advance are frauds without exception.",
            "Type addresses of exchanges yourself; do not follow advertisements.",
            "Keep the receipts: in many countries you need them for your tax return.",
          ],
        },
      ],
    },
  ],
  next: { text: "Still wondering why it has to be crypto at all?", link: "Why Crypto?" },
}
