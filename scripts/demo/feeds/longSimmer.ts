import type { DemoFeed } from "../DemoFeed.ts"

export const longSimmer: DemoFeed = {
  slug: "long-simmer",
  title: "The Long Simmer",
  tagline: "Slow cooking, filmed slowly. No music, no countdowns, nobody shouts.",
  about: `A kitchen, a pot and a camera on a shelf. Each film is short and silent and comes with everything you need
to cook along written beside it, because a recipe should be readable with floury hands.`,
  language: "en-GB",
  timeZone: "Europe/London",
  kind: "video",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "Maud and the shelf camera",
  categories: ["Cooking", "Beans", "Broth", "Baking", "Kitchen"],
  look: { scene: "pot", also: ["bread"], emblem: "pot", ink: "emberRed", fileType: "jpeg" },
  pace: "slow",
  articles: [
    {
      key: "white-beans",
      title: "White beans, eight hours, one onion",
      tags: ["Beans"],
      lead: `The cheapest dinner we know how to film. Almost nothing happens, and it happens beautifully.`,
      text: `
The whole secret of beans is that they do not want to be cooked. They want to be kept company, just below
a simmer, by an onion that has nothing else to do that day. Boil them and they burst. Leave them at the tremble and
they turn to cream inside a skin that holds.

## What you need

- 500 g of dried white beans, this year's if you can get them
- 1 onion, cut in half, left in its skin
- 4 tablespoons of olive oil, more at the end
- 2 leaves of sage and a piece of rind from a hard cheese
- Salt, but later

## What happens

1. Soak the beans overnight in twice their height of water. Throw that water on the roses.
2. Cover with fresh water by two fingers. Add the onion, the oil, the sage and the rind.
3. Bring it up slowly, with the lid on, until one bubble rises every second or so.
4. Keep it there. Four hours on a stove, eight in an oven at 95 degrees, all night on the back of a range.
5. Salt when a bean gives way between tongue and palate. Wait ten minutes. Taste again.

> If you can hear it, it is too hot.

In the film the only movement for the first six seconds is steam. Then a bean turns over. We kept that in.`,
    },
    {
      key: "stock-sunday",
      title: "A stock for people who are in all Sunday anyway",
      tags: ["Broth", "Kitchen"],
      lead: `Bones, peel, time. We weighed everything that went in and everything that came out, and the difference is
mostly windows that need wiping.`,
      text: `
You do not buy things for stock. You stop throwing them away. There has been a box in our freezer since the autumn, and
everything that might taste of something went in: leek tops, parsley stalks, the end of the celery, two chicken frames,
the skin of every onion.

| In | Out |
| 1.9 kg of bones and trimmings | 2.1 l of stock |
| 3.4 l of cold water | 1.1 l of steam |
| 7 hours | a house that smells like a promise |

Cold water first, because cold water draws and hot water seals. Skim for the first half hour and then put the spoon
down. Never stir. A stock that has been stirred is cloudy for the rest of its life and so, a little, is the cook.

When it is done it should have almost no taste at all until you add salt, and then it should taste of everything. Strain
it, let it cool on the step, lift off the fat and keep that for potatoes.

![The pot on the back ring, seventh hour.]

It freezes well in jam jars if you leave them room to breathe. Write the date on. You will not remember.`,
    },
    {
      key: "red-cabbage",
      title: "Red cabbage and the colour that depends on your mood",
      tags: ["Kitchen"],
      lead: `A pan of cabbage is a chemistry set. Add an apple and it blushes; add the wrong spoon and it goes the
blue of a school jumper.`,
      text: `
The dye in red cabbage cannot make up its mind. With acid it is crimson, with nothing it is purple, with
the faintest trace of soda it is blue, and then green, and then you open the window. Every old recipe has an apple in
it, or vinegar, or a glass of sour wine. Now you know what they are for.

Slice it as finely as you have patience for. Soften an onion in butter, add the cabbage, an apple in cubes, three
cloves, a glass of cider and a spoon of vinegar. Lid on, the lowest flame you have, and two hours. Stir it when you
walk past.

In this film we cooked two pans side by side, one with the apple and one without, from the same head. We have not
corrected the colours. They really did that.

- Better the next day
- Better still the day after
- Not better on the fourth day

Serve it with something brown.`,
    },
    {
      key: "rice-pudding",
      title: "Rice pudding with a skin worth arguing over",
      tags: ["Baking"],
      lead: `Three ingredients, three hours, and a brown skin that divides families. We show you how to get more of
it, and how to hide it.`,
      text: `
For six people: 100 g of short rice, 60 g of sugar, 1.2 litres of whole milk. That looks wrong. It looks like milk with
something lost in it. Do it anyway.

Butter a wide dish. Wide is the point, since the skin is a matter of area. Put everything in, grate some nutmeg over
it and set it in an oven at 140 degrees. After half an hour, stir. After an hour, stir for the last time. Then leave
it alone for two hours while the top goes from white to gold to the colour of a violin.

> The skin belongs to whoever washed the dish last time. This is not in the recipe. It is in the constitution.

It is ready when it moves in one slow piece, like a sleeping animal. Let it stand a quarter of an hour. It thickens as
it cools, and if there is any left you can slice it tomorrow and fry it in butter, which is the real reason to make so
much.`,
    },
    {
      key: "mending-a-pot",
      title: "How to save a pot that everyone says is ruined",
      tags: ["Kitchen"],
      lead: `Burnt beans, black base, a smell in the curtains. Put the scourer down. What you need is washing soda and
the rest of the evening.`,
      text: `
First, forgive whoever it was. It is always a phone call.

Scrape out what comes willingly. Cover the black with water, add two spoons of washing soda and bring it to a bare
simmer. Lid on, heat off, go to bed. In the morning most of it lifts off in one sheet, which is so satisfying that we
filmed it twice and had to burn a second pot.

What stays after that is stain and not dirt. It does no harm. On iron it is even welcome, since it is the beginning of
the next seasoning. On enamel, rub it with a paste of the same soda and a cloth, and stop before you reach the shine.
The shine is the pot.

1. Never use a knife.
2. Never use bleach, least of all with vinegar.
3. Never let it dry out first.

The pot in this film was bought in 1963 and has been ruined, by our count, nine times. It is on the stove as we write.
Beans.`,
    },
  ],
  notes: [
    {
      title: "Half a minute of onions",
      text: `Sliced along the grain, one spoon of butter, forty minutes at a flame you can barely see. We show you the
last half minute, since that is when they give in.`,
    },
    {
      title: "What a proper simmer looks like",
      text: `Three pots, three temperatures, no talking. Left is too cold, right is soup's idea of a storm, the middle
one is what we mean when we say simmer.`,
    },
    {
      title: "Bread soup, filmed from above",
      text: `Stale bread, garlic, greens, the good oil. It looks like a map of an island for a while, and then it
looks like dinner.`,
    },
    {
      title: "The barley finally opened",
      text: `You soak it, you salt it, you wait. At one hour and fifty minutes each grain splits along its line as if
someone had given a signal. Nobody had. We were washing up.`,
    },
    {
      title: "Carrots in their own time",
      text: `Whole, in a covered dish, with nothing but butter and a spoon of water, for two hours. They come out
tasting like the word carrot.`,
    },
    {
      title: "Lid on or lid off?",
      text: `Same pot, same lentils, one lid. We weighed the steam. Lid on uses about a third of the gas and makes
twice the foam, and now there is no need for anybody to fight.`,
    },
    {
      title: "Porridge for one, in real time",
      text: `Eleven minutes is too long for anybody to watch, said the shelf camera. So here are the good parts: the
first bubble, the salt, the spoon standing up.`,
    },
    {
      title: "Leeks, gently",
      text: `Split, washed twice, laid head to tail like people on a night bus. A little stock, a lid, an hour. They
will forgive almost anything but haste.`,
    },
    {
      title: "A letter about our stove",
      text: `Several of you asked. It is from 1971, it has four rings, one of which is for decoration, and it came
with the house. So did the draught.`,
    },
    {
      title: "Quinces go from yellow to red",
      text: `Nobody believes it until they see it. Four hours in a low oven with sugar and lemon, and a hard yellow
fruit becomes the colour of a theatre curtain.`,
    },
    {
      title: "The wooden spoon drawer, an inventory",
      text: `Fourteen. One burnt, one for jam, one nobody may use for onions, one that came back from a neighbour with
a longer handle than it left with.`,
    },
    {
      title: "Soup for eleven people who were supposed to be four",
      text: `Add water, add potatoes, add an argument about football. We filmed the pot and left the sound off.`,
    },
  ],
  stream: {
    title: "Shelf camera {no}: {b} ({a})",
    a: [
      ["back ring", "Filmed from the shelf over the back ring, started at {time}."],
      ["front ring", "The front ring, lowest flame, {time} by the kitchen clock."],
      ["lamp on", "Only the lamp above the stove, {time}."],
      ["from the table", "Seen from the table by the window at {time}."],
      ["no hurry", "No hurry anywhere in the house, {time}."],
      ["lid off", "We lifted the lid at {time} and let the camera look."],
      ["from above", "The camera is on the rack among the ladles, {time}."],
    ],
    b: [
      [
        "lentils come up to the tremble",
        "Small green lentils, a bay leaf, {2-4} cloves of garlic; they have been at it for {30-70} minutes.",
      ],
      ["onions give in", "{3-8} onions in butter, and they have just stopped being onions."],
      ["a stock clears", "Two litres that were cloudy an hour ago; nobody stirred."],
      ["beans turn over", "White beans at {88-96} degrees, turning over like sleepers."],
      ["steam on the glass", "Only steam and the window, because that was the best thing in the room."],
      ["an apple falls apart", "{4-9} apples with a spoon of water, lid on, no sugar until they ask for it."],
      ["butter browns", "It goes quiet, it smells of nuts, you have about {8-20} seconds."],
      ["dough rises past the rim", "It has been {2-5} hours and it can see over the edge."],
      ["the soup thickens", "Potato does it, and patience, and one last spoon of barley."],
    ],
    c: [
      "Silent, as always.",
      "The recipe is in the long film; this is only a look.",
      "Nothing was stirred for the camera.",
      "Dinner was at eight.",
      "Turn it down a little more than you think.",
    ],
  },
}
