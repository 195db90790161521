import type { Article, Faq } from "../article.ts"

export const crypto: Article = {
  title: "Why Crypto?",
  description:
    "Why readers of Quire pay creators in cryptocurrency, what that means in practice, and what to be careful about.",
  lead: "Independent media need a way to get paid that nobody can switch off. Here is why we chose cryptocurrency, and what to be careful about.",
  sections: [
    {
      title: "From reader to creator",
      blocks: [
        "A card payment goes through a bank, a card company and a payment service. Each takes a cut, each has its own rules about its customers, and each can close an account overnight. Creators who cover unpopular subjects have experienced this many times.",
        "A cryptocurrency transfer needs none of them. It is recorded in a public ledger kept by many independent computers. Once it is recorded, nobody can reverse it.",
      ],
    },
    {
      title: "Small amounts, any country",
      blocks: [
        "When a subscription of about 10 euros a month is shared among several creators, card fees would eat up the small amounts. Between Quire members, shares move inside our own ledger at no cost. Only deposits and withdrawals use a network and pay its fee.",
        "It doesn’t matter whether reader and creator live in the same country, use the same currency or have a bank account.",
      ],
    },
    {
      title: "Your privacy",
      blocks: [
        "A subscription shows what you read, and most people don’t want their bank to know that. With cryptocurrency, no bank statement lists the creators you support.",
        "That doesn’t make you invisible. Public ledgers can be searched by anyone, permanently. Anyone who knows that an address is yours can see its payments.",
      ],
    },
    {
      title: "The downsides",
      blocks: [
        {
          list: [
            "Prices move, sometimes by a tenth in a day. Keep only what you plan to spend in your wallet, never what you can’t afford to lose.",
            "Payments can’t be reversed. If the address is wrong, the money is gone.",
            "Nobody can reset a lost key. In your own wallet you are the bank, with all its responsibilities.",
            "Some countries tax or restrict it. Please check the rules where you live.",
          ],
        },
        "We don’t give investment advice, and nothing here is an invitation to speculate. For us, crypto is a means of payment and nothing more.",
      ],
    },
    {
      title: "How it works here",
      blocks: [
        {
          steps: [
            "You deposit coins into your Quire wallet: Bitcoin, Bitcoin Cash or Litecoin.",
            "You choose a base currency for prices, and the creators you want to support.",
            "The fee is shared among them at the end of each cycle. Donations arrive immediately.",
            "You can withdraw the rest to your own address at any time.",
          ],
        },
        "The [FAQ](/faq#faq-subtitle-0-6) explains what subscribers are and what they get.",
      ],
    },
  ],
  next: { text: "Never bought crypto? It takes about half an hour.", link: "How to buy crypto" },
}

export const faq: Faq = {
  title: "Frequently asked questions",
  description:
    "What Quire is, how following works without an account, what subscribers and creators are, and how payment works.",
  lead: "Short answers to common questions.",
  contents: "On this page",
  parts: [
    {
      title: "About Quire",
      questions: [
        {
          question: "What is Quire?",
          answer: [
            "A portal for independent media. It gathers articles, newsletters, videos and podcasts from the places where their creators publish them, and puts everything you follow into one feed, newest first.",
            "Nothing is ranked. No algorithm decides what you see, and there is no advertising.",
          ],
        },
        {
          question: "Do I need an account?",
          answer: [
            "Not for reading. As a guest you can browse, search, follow up to 10 feeds and sort them into up to 3 groups.",
            "An account gives you more feeds, subscriptions, messages and a wallet, on all your devices.",
          ],
        },
        {
          question: "Where are my follows stored?",
          answer: [
            "A guest’s follows are stored only in the browser they were made in. They survive closing the window, but not clearing the browser’s data.",
            "You can export them at any time as an OPML file, which every feed reader understands.",
          ],
        },
        {
          question: "What can I follow?",
          answer: [
            "Anything that has a feed, even if the feed is hard to find:",
            {
              list: [
                "blogs and newsletters: Substack, Medium, WordPress, Ghost, Blogger and any other site with a feed;",
                "video: YouTube, Vimeo, Odysee, Bitchute, Rumble, PeerTube;",
                "podcasts, with a built-in player;",
                "RSS, Atom and JSON Feed addresses.",
              ],
            },
            "Messaging channels and social networks are partly supported, as far as they allow access.",
          ],
        },
        {
          question: "How do I add something that is not listed?",
          answer: [
            "Copy its address from the browser, paste it into the field on the [newsfeed](/newsfeeds) and press Enter. The address of a page is enough. Quire finds the feed behind it.",
          ],
        },
        {
          question: "Who are content creators?",
          answer: [
            "People who publish on Quire. A creator (CC) has a channel with a page, a chat room and, if they wish, content for subscribers only. To become one, you submit an application, which a person reviews.",
          ],
        },
        {
          question: "What are subscribers?",
          answer: [
            "Readers who pay one fee, typically about 10 euros a month, and share it among the creators they choose. One payment supports several creators, without a separate subscription for each.",
            {
              list: [
                "Subscribers can read content for subscribers, message these creators and join private group chats.",
                "Premium subscribers pay more to a single creator and see the highest level of that creator’s content.",
              ],
            },
            "The fee is paid in cryptocurrency; [Why Crypto?](/crypto) explains why. You choose the term, and nothing renews automatically unless you turn it on.",
          ],
        },
      ],
    },
    {
      title: "Reading",
      questions: [
        {
          question: "How is my feed sorted?",
          answer: [
            "By date, newest first. If several feeds contain the same item, it appears once and lists the other feeds.",
            "You can filter it by today, the last 7 or 30 days or any dates, by group and by source.",
          ],
        },
        {
          question: "What are groups for?",
          answer: [
            "They keep topics apart, for example the morning news and podcasts for the evening. An empty group stays until you delete it.",
          ],
        },
        {
          question: "Why is a feed temporarily unavailable?",
          answer: [
            "Its server didn’t respond, or sent something that isn’t a feed. Quire keeps trying, less often each time. Items gathered earlier stay readable.",
          ],
        },
        {
          question: "Do publishers see that I read them?",
          answer: [
            "Not when you read here. Quire fetches each feed once for all its followers, and pictures come through our own server, so publishers see our address and not yours. When you open the original, or play a podcast or video, you connect to the publisher’s server.",
          ],
        },
        {
          question: "Which languages are available?",
          answer: [
            "The library gathers items in more than nine languages; the home page shows how many there are now. The interface is available in English, German, and simplified and traditional Chinese. Items stay in their original language.",
          ],
        },
        {
          question: "Does it work without JavaScript?",
          answer: [
            "Reading, searching, filtering, following, groups and changing the language work without it. Chat, playing on from page to page and offline reading need it.",
          ],
        },
      ],
    },
    {
      title: "Paying and being paid",
      questions: [
        {
          question: "What does it cost?",
          answer: [
            "Reading is free. A subscription is typically about 10 euros a month for all the creators you choose together. You can donate any amount.",
          ],
        },
        {
          question: "How do I pay?",
          answer: [
            "From your Quire wallet, in cryptocurrency. If you don’t have any yet, [How to buy crypto](/wallet/howtobuy) explains every step.",
          ],
        },
        {
          question: "How is a fee shared among creators?",
          answer: [
            "At the end of each equity cycle, the period over which fees are shared out, each creator you chose receives their share. Your payment records list each payment.",
          ],
        },
      ],
    },
  ],
}

export const howToBuy: Article = {
  title: "How to buy crypto",
  description:
    "From your first coin to your first payment: choosing a wallet, buying a small amount, sending it, and staying safe.",
  lead: "From your first coin to your first payment. We recommend no seller and earn nothing from your choice. The steps are the same everywhere.",
  sections: [
    {
      title: "Before you begin",
      blocks: [
        {
          list: [
            "An amount you can afford to spend. A year of subscribing costs about 120 euros.",
            "An identity document. Most sellers are required to ask for one.",
            "A bank account or a card to pay with.",
          ],
        },
      ],
    },
    {
      title: "1. Choose a coin",
      blocks: [
        "Quire accepts Bitcoin (BTC), Bitcoin Cash (BCH) and Litecoin (LTC). For small amounts the last two are cheaper to send: their network fee is usually a few cents, while Bitcoin’s can reach several units of your currency on busy days.",
      ],
    },
    {
      title: "2. Choose a wallet",
      blocks: [
        "A wallet holds the key to your coins. There are three kinds:",
        {
          list: [
            "The wallet of your Quire account: nothing to install, made for spending here.",
            "A wallet app on your phone or computer: only you hold the key. Choose one with public source code.",
            "A hardware wallet: a small device that the key never leaves. Worth it for larger amounts.",
          ],
        },
        "Your own wallet shows you 12 or 24 words during setup. Write them on paper and keep it with your documents. Anyone who has these words has your coins.",
      ],
    },
    {
      title: "3. Choose where to buy",
      blocks: [
        {
          list: [
            "An exchange sells at market price and takes a small percentage. You need to register with proof of identity.",
            "A broker or app sells at a fixed price, which is simpler but more expensive.",
            "A machine takes cash and adds 5 to 15 percent.",
            "A person you know: agree on the day’s price and meet in person.",
          ],
        },
        "Before you choose: is it licensed where you live, does it show all fees before you pay, and can you withdraw your coins? If one answer is no, go elsewhere.",
      ],
    },
    {
      title: "4. Buy a small amount first",
      blocks: [
        {
          steps: [
            "Register, and turn on two-step verification first.",
            "Pay by bank transfer if you can. Cards cost more.",
            "Buy a small amount and check the fee you were charged.",
          ],
        },
      ],
    },
    {
      title: "5. Send it",
      blocks: [
        {
          steps: [
            "Open the deposit page of your wallet and copy the address of the coin you bought. A BTC address doesn’t accept LTC.",
            "Paste it into the seller’s form under Withdraw or Send. Compare the first and last six characters.",
            "Send a small part first and wait until it arrives: minutes for LTC and BCH, up to an hour for BTC.",
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
            "Nobody from Quire will ever ask for your password, a code or your wallet’s words. Anyone who does is a thief.",
            "Offers to double your coins, recover lost ones or pay for a job in advance are always fraud.",
            "Type the addresses of exchanges yourself. Don’t follow ads.",
            "Keep your receipts. In many countries you need them for your tax return.",
          ],
        },
      ],
    },
  ],
  next: { text: "Still wondering why it has to be crypto?", link: "Why Crypto?" },
}
