import type { Article } from "../article.ts"

export const crypto: Article = {
  title: "Why Crypto?",
  description:
    "Why readers of Quire pay creators in cryptocurrency, what that means in practice, and what to be careful about.",
  lead: "Independent media need a way of being paid that nobody can switch off. Here is why we chose cryptocurrency, and what speaks against it.",
  sections: [
    {
      title: "From reader to creator",
      blocks: [
        "A card payment passes a bank, a card company and a payment service on its way. Each takes a share, each has its own rules on whom it serves, and each can end the relation overnight. Creators with unwelcome subjects have learned this again and again.",
        "A transfer in cryptocurrency passes none of them. It is written into a public ledger that many independent computers keep, and once it stands there nobody takes it back.",
      ],
    },
    {
      title: "Small amounts, any country",
      blocks: [
        "A subscription of about 10 a month, shared among several creators, makes amounts that card fees would eat up. Between members of Quire such a share moves inside our own ledger and costs nothing; only paying in and paying out touches a network and its fee.",
        "It makes no difference whether reader and creator live in the same country, have the same currency, or have a bank account at all.",
      ],
    },
    {
      title: "What it says about you",
      blocks: [
        "A subscription tells more than most people want their bank to know: what you read. With cryptocurrency no statement lists the names of those you support.",
        "That is not the same as being invisible. Public ledgers can be searched by everyone and for ever, and whoever knows that an address is yours can see what it did.",
      ],
    },
    {
      title: "What speaks against it",
      blocks: [
        {
          list: [
            "Prices move, sometimes by a tenth in a day. Keep in your wallet what you mean to spend, not what you cannot miss.",
            "A payment cannot be called back. A wrong address means the money is gone.",
            "Nobody resets a lost key. In your own wallet you are the bank, with all that this takes.",
            "Some countries tax or restrict it. Please look up what holds where you live.",
          ],
        },
        "We do not give investment advice, and nothing here is an invitation to speculate. For us it is a means of payment and no more.",
      ],
    },
    {
      title: "How it works here",
      blocks: [
        {
          steps: [
            "You pay coins into the wallet of your account: Bitcoin, Bitcoin Cash or Litecoin.",
            "You choose a base currency, in which you see prices, and the creators you want to support.",
            "The fee is shared among them at the end of each cycle; donations arrive at once.",
            "What is left can be paid out to your own address at any time.",
          ],
        },
        "What a subscriber is and gets is explained in the [FAQ](/faq#faq-subtitle-0-6).",
      ],
    },
  ],
  next: { text: "Never owned a coin? It takes about half an hour.", link: "How to buy crypto" },
}
