import type { DemoFeed } from "../DemoFeed.ts"

export const unhurriedEar: DemoFeed = {
  slug: "unhurried-ear",
  title: "The Unhurried Ear",
  tagline: "Short walks for listening. One place at a time, with as few words as possible.",
  about: `Each episode goes to one place on foot and stays there for a minute or so. The sound is made, layer by
layer, by a small program that imitates what we heard; the words on the page are the walk itself.`,
  language: "en-GB",
  timeZone: "Europe/London",
  kind: "podcast",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "Hollis and Wren",
  categories: ["Listening", "Walking", "Coast", "Weather"],
  look: { scene: "echoes", also: ["tide"], emblem: "ear", ink: "plumDusk", fileType: "jpeg" },
  sound: "shore",
  pace: "slow",
  articles: [
    {
      key: "shingle",
      title: "Episode 41: How to hear the size of a stone",
      tags: ["Coast", "Listening"],
      lead: `On a shingle beach every wave sorts the stones, and every size has its own note going down. A walk from
the big end to the small end, with eyes shut where it is safe.`,
      text: `
Start where the stones are as large as loaves. The wave comes in without much to say, and then as it
draws back there is a knocking, low and unhurried, like someone moving furniture in a house two doors down. That is a
loaf against a loaf.

Walk east. Nothing changes for a hundred steps and then everything has: the furniture has become crockery. The stones
here are the size of eggs. The sea has carried them a little further than the loaves, because it could, and left them
where it got tired.

> The beach is a sentence, and you are walking along it with your finger under the words.

By the groyne the pebbles are peas and the sound is one long hiss with a glitter in it. You cannot pick out a stone any
more, only the slope. If you stop and face the water you hear the hiss run past you from left to right, each time. The
waves come in at an angle. This is how the whole beach travels, a few metres a year, towards the lighthouse.

## To try at home

1. Find any slope of loose stones, a drive will do.
2. Pour a bucket of water down it.
3. Listen to the end, not to the beginning.

We were out for forty minutes and met one dog, who had also stopped to listen.`,
    },
    {
      key: "bell-buoy",
      title: "Episode 40: A bell that nobody rings",
      tags: ["Coast"],
      lead: `Two miles out there is a bell with four hammers and no hands. We went to hear it from the one place on
land where you can, on the one kind of night when you may.`,
      text: `
The bell buoy has four clappers, hung so that a swell from any side will find one. On a calm night it
says nothing at all. In a storm you cannot hear it for the storm. What you want is the evening after, when the wind
has gone home and the swell has not been told.

There is a bench above the coastguard steps. We were there at ten with a flask. For a long time there was only the sea
breathing. Then, from no direction, one note. Then three, quickly, as if it had remembered something.

It has no rhythm, and it took me years to enjoy that. You wait for the next stroke and it does not come, and it does not
come, and you begin to hear what is in the gap: a pump in the harbour, a bird asking the same question, your own collar.

> A clock tells you what time it is. A bell buoy tells you that there is some.

When the last bus had gone a man came and sat at the other end of the bench. After a while he said that he had been
the one who painted it, in 1988. He told us the colour of the inside. It is green. Nobody has ever seen it.`,
    },
    {
      key: "reedbed",
      title: "Episode 39: Inside the reeds, where the wind is a floor above",
      tags: ["Walking", "Weather"],
      lead: `From outside a reed bed sounds like applause. From inside it is a library. We followed the plank path
until the wind was over our heads.`,
      text: `
Twelve steps in, the wind goes upstairs. You can see it, the plumes bow and straighten, but where you
stand nothing moves apart from a single dry leaf, turning on its stalk, ticking.

The path is one plank wide, so we walk in file and nobody talks. Under the plank there is water, and in the water
there is something that clicks. We were told later that these are beetles. We preferred it when it was the plank
thinking.

- First, applause
- Then paper
- Then a sort of held breath
- Then, if you are lucky, one bittern, like a person blowing across a jug at the end of a corridor

We were lucky. It boomed twice and then appeared to consider that enough. The whole reed bed seemed to lean towards the
silence it left.

On the way out the applause started again, and it is hard not to take that personally.`,
    },
    {
      key: "underpass",
      title: "Episode 38: The underpass with the good echo",
      tags: ["Listening"],
      lead: `Every town has one place where people sing who never sing. Ours is forty metres of concrete beneath the
ring road, tiled in a green that does not occur in nature.`,
      text: `
The echo is a second and a half, which is roughly a small church. The county did not mean it. Tiles, a
curve in the roof, no windows: by accident they built the best room in town for the human voice, and then painted a
line down the middle for bicycles.

We sat on the steps for an evening and kept a list. Eleven people walked through without a sound. Nine whistled. Four
said "hello" in the voice one keeps for echoes. A boy did a goal commentary. Two women in hospital shoes sang
something in thirds, without breaking step, as though they had been in the middle of it all day.

> Nobody decides to sing here. You take a breath at the bottom of the ramp, and it is already too late.

At ten past nine a man went in with a paper bag, stopped in the middle, and listened to the bag.

There is talk of replacing the lights and putting panels on the ceiling to "soften the acoustics". We have written a
letter. It is one line long and we sang it at the desk.`,
    },
    {
      key: "snow-ear",
      title: "Episode 37: What falling snow does to a street",
      tags: ["Weather", "Walking"],
      lead: `It does not make things quiet. It makes them near. A minute on a corner where you can suddenly hear a key
turn on the far side of the road.`,
      text: `
Everybody says that snow is silent. Stand in it and count. There is a tick on your hood, there is a shovel four gardens
along, there is a train that you never hear on other nights because other nights are full of cars.

What the snow takes is the far end of every sound, the part that used to bounce about between the houses. What is left
is the near end: clear, small and without a room around it. People lower their voices in it, and not out of reverence.
They can hear themselves.

We walked from the corner to the bridge. It is three hundred metres and took us twenty minutes. A window opened and a
person we did not know said, quite softly, from a second floor, "It's stopped, hasn't it?" And it had.

1. Go out in the first ten minutes.
2. Do not cross fresh snow if you can go round.
3. Come home before the plough.`,
    },
  ],
  notes: [
    {
      title: "Extra: three kettles, compared",
      text: `One whistles, one rattles its lid, one simply changes its mind about being quiet. We recorded all three
from cold and cut nothing but the waiting.`,
    },
    {
      title: "Extra: a gate that sings in E flat",
      text: `It is the middle one of the three on the towpath. Push slowly. The farmer oiled it once, and was asked by
the village to let it rust again.`,
    },
    {
      title: "Letters: what is the quietest room in your town?",
      text: `Forty-two answers. The winner is a cupboard in a school of music. Second place, by two votes, the inside
of a parked bus at the terminus, engine off, rain on.`,
    },
    {
      title: "Extra: ferry ropes under load",
      text: `Before the ferry leaves, the ropes take up and complain, one after the other, from bow to stern. It lasts
nine seconds. The crew say they no longer hear it, and then they say they would if it stopped.`,
    },
    {
      title: "How we make these sounds",
      text: `There is no tape. Noise through a filter makes the surf, a few dying sine waves make the bell, and what
seems to be a voice has no words in it. We go, we listen, we come home and build it.`,
    },
    {
      title: "Extra: market, half an hour before it opens",
      text: `Poles into sockets, canvas, somebody counting crates in a voice meant for nobody. The first apple of the
day goes to the one who sets up the awning.`,
    },
    {
      title: "Extra: five minutes of a clock shop, shortened to one",
      text: `They do not tick together. They tick past one another, and every so often, for two seconds, forty of them
agree.`,
    },
    {
      title: "Correction to episode 36",
      text: `We said that it was a nightjar. It was a moped. We have listened again, at length, and we now hear very
little else.`,
    },
    {
      title: "Extra: rain on seven roofs",
      text: `Slate, tin, thatch, tile, glass, tarpaulin, umbrella. Same shower, same hour, and Wren running between
them.`,
    },
    {
      title: "Where to stand when the bells change",
      text: `Not below the tower. Go to the far side of the square with your back to a wall, and let them come round
the corner to you.`,
    },
    {
      title: "Extra: skimming stones, heard from the other bank",
      text: `A stone on ice chirps. A stone on water makes one plosive and then a row of smaller ones, like a word
losing interest in itself.`,
    },
    {
      title: "A note on ears",
      text: `They do not close, so give them a rest. Ten minutes with the window open and nothing on counts as an
episode.`,
    },
  ],
  stream: {
    title: "Minute {no}: {b}, {a}",
    a: [
      ["from the sea wall", "Sea wall, {time}, leaning on the warm side."],
      ["from the steps", "Third step from the bottom, {time}, tide somewhere below."],
      ["by the groyne", "By the groyne at {time}, with the collar up."],
      ["from the bench", "The bench above the harbour, {time}."],
      ["on the plank path", "Half way along the planks at {time}."],
      ["under the bridge", "Under the bridge, {time}, where the water talks back."],
      ["at the point", "Out at the point at {time}, nobody else."],
    ],
    b: [
      ["long swell, late bell", "A swell every {7-13} seconds and the bell once, late."],
      ["drops from the rail", "It has stopped raining and the rail has not heard yet."],
      ["two voices going home", "Two people pass, and what they say is only tune by the time it gets here."],
      ["the tide turns over", "There are about {20-60} seconds in which the water does not know which way to go."],
      ["small stones, running", "Pea shingle, steep, each wave takes a breath and lets it out as gravel."],
      ["an engine far out", "One engine, very far out, that you lose when you think about it."],
      ["wind from the land", "Land wind, {4-16} knots, and so the sea sounds as if it were behind glass."],
      ["nothing much, well", "Nothing much happened and we recorded all of it."],
      ["a gull with one question", "The gull asked {3-9} times. Nobody answered."],
    ],
    c: [
      "Best on headphones, better outdoors.",
      "The next full walk comes with the next good weather.",
      "Thank you for your ears.",
      "It lasts about half a minute and so does the moment.",
      "Nobody spoke while we built this one.",
    ],
  },
}
