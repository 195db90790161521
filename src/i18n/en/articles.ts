import type { Article, Faq } from "../article.ts"

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

export const faq: Faq = {
  title: "Frequently asked questions",
  description:
    "What Quire is, how following works without an account, what subscribers and creators are, and how payment works.",
  lead: "Short answers to what readers ask first.",
  contents: "On this page",
  parts: [
    {
      title: "Quire and its people",
      questions: [
        {
          question: "What is Quire?",
          answer: [
            "A reading room for independent media. It gathers articles, newsletters, videos and podcasts from the places where their makers publish them, and puts everything you follow into one feed, newest first.",
            "Nothing is ranked for you. There is no algorithm that decides what you should see, and no advertising.",
          ],
        },
        {
          question: "Do I need an account?",
          answer: [
            "Not for reading. As a guest you can browse, search, follow up to 10 feeds and keep them in up to 3 groups.",
            "An account is for what has to be yours on every device: more feeds, subscriptions, messages, a wallet.",
          ],
        },
        {
          question: "Where are my follows kept?",
          answer: [
            "A guest’s follows are kept in the browser they were made in, and nowhere else. Closing the window does not lose them; clearing the browser’s data does.",
            "You can take them along at any time as an OPML file, which every feed reader understands.",
          ],
        },
        {
          question: "What can I follow?",
          answer: [
            "Anything that publishes a feed, and a good deal that hides one:",
            {
              list: [
                "blogs and newsletters: Substack, Medium, WordPress, Ghost, Blogger and any site of its own with a feed;",
                "video: YouTube, Vimeo, Odysee, Bitchute, Rumble, PeerTube;",
                "podcasts, with the player in the feed;",
                "RSS, Atom and JSON Feed addresses.",
              ],
            },
            "Messaging channels and social networks are supported in part, as far as they let themselves be read.",
          ],
        },
        {
          question: "How do I add something that is not listed?",
          answer: [
            "Copy its address from the browser, paste it into the field on the [newsfeed](/newsfeeds) and press Enter. The address of a page will do: Quire looks for the feed behind it.",
          ],
        },
        {
          question: "Who are content creators?",
          answer: [
            "People who publish on Quire or have claimed their feed here. A creator (CC) has a channel with a page, a chat room and, if they wish, content for subscribers only. Becoming one takes an application, which a person reads.",
          ],
        },
        {
          question: "What are subscribers?",
          answer: [
            "Readers who pay one fee, typically about 10 a month, and share it among the creators they choose. One payment supports several people instead of one subscription for each.",
            {
              list: [
                "Subscribers read what their creators keep for them, can write to these creators, and take part in private group chats.",
                "Premium subscribers pay more to a single creator and see the highest level of that creator’s content.",
              ],
            },
            "The fee is paid in cryptocurrency; [Why Crypto?](/crypto) says why. You choose for how long, and nothing renews itself unless you say so.",
          ],
        },
      ],
    },
    {
      title: "Reading",
      questions: [
        {
          question: "In which order does my feed appear?",
          answer: [
            "By date, newest first. When several feeds carry the same item, it appears once and says where else it is.",
            "You can narrow the feed to today, the last 7 or 30 days or any dates, to one group, or to certain sources.",
          ],
        },
        {
          question: "What are groups for?",
          answer: [
            "For separating what you read at breakfast from what you listen to in the evening. A group stays when its last feed goes, until you delete it.",
          ],
        },
        {
          question: "Why is a feed temporarily unavailable?",
          answer: [
            "Because its server did not answer, or answered with something that is no feed. Quire keeps asking, less often each time, and what was gathered before stays readable.",
          ],
        },
        {
          question: "Do publishers see that I read them?",
          answer: [
            "Not from reading here. Quire fetches each feed once for all its followers, and pictures come through our own server, so a publisher sees our address and not yours. When you open the original, or play a podcast or video, you are on the publisher’s server.",
          ],
        },
        {
          question: "In which languages is there something to read?",
          answer: [
            "The library holds over 400,000 items in 9 languages. The interface speaks English, German, and simplified and traditional Chinese; items stay in the language they were written in.",
          ],
        },
        {
          question: "Does it work without JavaScript?",
          answer: [
            "Reading, searching, filtering and changing the language do. Following does not, because the browser has to remember what you follow.",
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
            "Reading costs nothing. A subscription is typically about 10 a month for all the creators you choose together. Donations are as high as you like.",
          ],
        },
        {
          question: "How do I pay?",
          answer: [
            "From the wallet of your account, in cryptocurrency. If you have none yet, [How to buy crypto](/wallet/howtobuy) explains it from the beginning.",
          ],
        },
        {
          question: "How is a fee shared among creators?",
          answer: [
            "At the end of each equity cycle, the period over which fees are shared out, every creator you chose receives their part. You see each payment in your records.",
          ],
        },
      ],
    },
  ],
}

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
