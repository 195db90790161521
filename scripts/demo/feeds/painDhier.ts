import type { DemoFeed } from "../DemoFeed.ts"

export const painDhier: DemoFeed = {
  slug: "pain-d-hier",
  title: "Le Pain d’hier",
  tagline: "Carnet d’un fournil de quartier : farine, feu, patience, et ce que l’on fait de ce qui reste.",
  about: `Un four à bois, deux pétrins, une queue le samedi. Ici l’on note ce qui a marché, ce qui a brûlé, et
pourquoi le pain de la veille est presque toujours le meilleur.`,
  language: "fr",
  timeZone: "Europe/Paris",
  kind: "article",
  format: "atom",
  carries: "whole",
  foundBy: "link",
  author: "Le fournil de la rue basse",
  categories: ["Pain", "Levain", "Farine", "Four", "Restes"],
  look: { scene: "bread", also: ["pot"], emblem: "loaf", ink: "rye", fileType: "jpeg" },
  pace: "slow",
  articles: [
    {
      key: "levain-voyage",
      title: "Le levain est parti en vacances sans nous",
      tags: ["Levain"],
      lead: `On le nourrit deux fois par jour depuis quatorze ans. Cet été, nous l’avons confié à une voisine avec une
page d’instructions. Il est revenu changé, et nous aussi.`,
      text: `
La page disait : « Matin et soir, une part de lui, une part d’eau, une part de farine. Température de la
pièce. Ne pas secouer. Il s’appelle Marcel mais ne répond pas. » Nous sommes partis neuf jours.

Madame Benali, au troisième, n’avait plus de notre farine. Elle a pris la sienne, de l’épeautre, moulue par un cousin.
Au cinquième, il faisait trente-quatre degrés, elle l’a descendu à la cave. Au septième, elle lui a mis la radio.

Quand nous l’avons retrouvé, il sentait la pomme. Pas le vinaigre, pas le yaourt : la pomme, celle qu’on a oubliée
dans un tiroir. La pâte a levé en cinq heures au lieu de sept.

| | Avant | Après |
| Odeur | yaourt, noisette | pomme, miel |
| Pousse à 22 °C | 7 h | 5 h |
| Croûte | blonde | presque rouge |
| Caractère | ponctuel | gai |

> Un levain, ce n’est pas une recette. C’est une adresse, et la sienne avait changé.

Nous n’avons rien corrigé. Désormais, chaque été, Marcel part chez quelqu’un d’autre. La liste d’attente compte onze
familles et un dentiste.`,
    },
    {
      key: "pain-rassis",
      title: "Éloge du lendemain",
      tags: ["Restes", "Pain"],
      lead: `Un pain n’est pas fini quand il sort du four. Il lui manque une nuit. Défense et illustration d’une
vieille évidence, avec quatre façons de la manger.`,
      text: `
Tout le monde veut du pain chaud. C’est une affaire de nez, et le nez a raison, mais il est le seul. La
mie d’un pain chaud n’a pas encore décidé de ce qu’elle serait. Elle colle, elle se tasse, elle n’a pas de goût
propre. Le lendemain, l’eau s’est répartie, l’acide est sorti de sa chambre, la croûte a rendu un peu de son parfum au
reste.

C’est pourquoi notre étagère du bas porte depuis l’an dernier une pancarte : « Pain d’hier, même prix ». On nous a
pris pour des fous. Elle est vide à dix heures.

1. **Premier jour.** Regarder.
2. **Deuxième jour.** En tranches, beurre, sel.
3. **Troisième jour.** Grillé, frotté d’ail, tomate.
4. **Quatrième jour.** En soupe, à l’oignon, sous le fromage.
5. **Cinquième jour.** Chapelure, dans un bocal, avec la date.

> Ce qui est rassis, c’est notre idée du frais.

Au sixième jour, il y a les poules de la rue haute. Elles ne font pas de différence entre les jours, et c’est bien
pour cela qu’on ne leur demande pas leur avis.`,
    },
    {
      key: "meuniere",
      title: "Une meunière, trois pierres, huit blés dont personne ne voulait plus",
      tags: ["Farine"],
      lead: `Ils sont trop hauts, ils versent, ils donnent moitié moins. Elle les sème quand même, et nous lui prenons
tout.`,
      text: `
Aurore a repris le moulin de son grand-oncle avec ce qu’il y avait dedans : trois paires de meules, un
chat, et au grenier des sacs étiquetés à la plume. Des noms de chevaux de labour. Elle en a semé une poignée de
chacun, derrière la maison, pour voir.

Huit ont poussé. Ils font un mètre cinquante, ils ondulent comme dans les tableaux et, au premier orage, ils se
couchent. Rendement : vingt-deux quintaux là où le voisin en fait soixante-dix.

Mais la farine. Elle est crème, elle sent l’herbe et le foin, elle boit plus d’eau qu’on ne croit et ne supporte pas
qu’on la brusque. Nos pétrins tournaient trop vite ; nous avons fini par pétrir à la main, trois minutes, et puis
attendre.

![Les pains de la première mouture, encore trop pâles.]

- Meules : granit, rhabillées une fois l’an, au marteau
- Vitesse : celle de la rivière
- Livraison : le jeudi, s’il a plu

Le pain coûte quarante centimes de plus. Sur la pancarte, nous avons écrit où vont ces quarante centimes. Ils vont à
un champ que l’on voit de l’arrêt du car.`,
    },
    {
      key: "four-froid",
      title: "La nuit où le four est resté froid",
      tags: ["Four"],
      lead: `Deux cents kilos de pâte, une voûte fissurée, et à quatre heures du matin une rue entière qui ouvre ses
portes.`,
      text: `
Une brique de la voûte est tombée à une heure vingt. Ce n’est pas un bruit que l’on oublie : d’abord le
choc, puis un long froissement de cendre. Nous avons retiré les braises, regardé le trou, puis la pâte. Elle, elle
montait.

Une pâte n’attend pas. On peut la mettre au froid ; le nôtre en contient quarante kilos. Restaient cent soixante. À
deux heures, ma sœur a fait ce qu’aucun manuel ne conseille. Elle est sortie dans la rue et elle a sonné.

Rue basse, il y a trente et un fours. Pas des fours à pain. Des fours à gratin, à pizza, à rôti du dimanche. Vingt-six
personnes ont dit oui, en chemise de nuit. Nous avons distribué les pâtons sur des plateaux, avec un papier : 240
degrés, un bol d’eau en bas, trente-cinq minutes.

> À six heures, toute la rue sentait le pain, et cela ne venait pas de chez nous.

Ils étaient tous différents. Des plats, des hauts, un noir, un qui avait la forme exacte d’un moule à cake. Nous les
avons vendus dans l’ordre des numéros de la rue. Le noir est parti le premier : c’est l’institutrice qui l’avait cuit,
et ses anciens élèves sont venus à sept.`,
    },
    {
      key: "grigne",
      title: "La grigne, ou comment une lame signe un pain",
      tags: ["Pain", "Four"],
      lead: `Une seconde, un geste, pas de repentir. Pourquoi l’on incise les pains, et pourquoi chacun reconnaît le
sien.`,
      text: `
Un pain qui entre au four va grandir d’un tiers en dix minutes. S’il n’a pas d’issue, il en fera une,
n’importe où, en général sur le côté et de mauvaise humeur. L’incision est une porte que l’on ouvre à temps.

La lame est inclinée, presque couchée. Elle ne coupe pas, elle soulève. Si tout va bien, une lèvre se relève, se dore
plus que le reste, et forme ce que l’on appelle la grigne. On y accroche le regard et, plus tard, le couteau à beurre.

Autrefois, quand le four était commun, chaque famille avait la sienne. Une croix, trois traits, un épi, la lettre du
père. On ne signait pas par orgueil mais pour retrouver son dîner.

- **Une seule coupe**, longue : pain de garde
- **Trois obliques** : pain de tous les jours
- **Un carré** : seigle
- **Un soleil** : quelqu’un se marie

Notre apprenti a mis quatre mois. Les trois premiers, ses pains avaient l’air surpris. Au quatrième, un matin, il a
fait soixante fois le même geste sans y penser. Nous n’avons rien dit. Nous les avons mis en haut de l’étagère.`,
    },
  ],
  notes: [
    {
      title: "La balance avait deux grammes d’avance",
      text: `Depuis quand, nul ne le sait. Nous devons donc à la rue environ trois kilos de pain. Ils sont sur le
comptoir, en tranches.`,
    },
    {
      title: "Une cliente compte en baguettes",
      text: `« Il habite à six baguettes d’ici », nous a-t-elle dit. Vérification faite : c’est le temps qu’il faut
pour en manger une, six fois.`,
    },
    {
      title: "Seigle, trois jours, et toujours pas mûr",
      text: `Nous l’avons ouvert trop tôt. Il faut lui laisser jusqu’à jeudi. En attendant, il colle au couteau comme
un secret.`,
    },
    {
      title: "Le chat du moulin est arrivé dans un sac",
      text: `Sac numéro neuf, blé barbu. Il a dormi tout le trajet. Il repart jeudi avec la camionnette, sauf s’il en
décide autrement.`,
    },
    {
      title: "Qu’est-ce qu’une bonne queue ?",
      text: `Assez longue pour que l’on se parle, assez courte pour que le café ne refroidisse pas. Samedi :
vingt-deux minutes. C’est un peu trop de conversation.`,
    },
    {
      title: "Brioche : la dernière chance",
      text: `Beurre trop mou, pâte en fuite. Nous l’avons mise au froid, elle a réfléchi, elle est revenue à de
meilleurs sentiments.`,
    },
    {
      title: "Les croûtes de la semaine",
      text: `Un plein seau, séchées, pilées, prêtes pour les gratins. Servez-vous, mais laissez le seau. Il manque
déjà deux seaux.`,
    },
    {
      title: "Pain perdu, pain retrouvé",
      text: `L’école a cuisiné les invendus de mardi. Lait, œufs, cannelle, et une file plus longue que la nôtre.`,
    },
    {
      title: "Le bois de cette année",
      text: `Hêtre, deux ans de sèche, douze stères. Il chante au lieu de siffler, c’est bon signe.`,
    },
    {
      title: "Une panne, une bougie, une fournée",
      text: `Plus de courant de trois à cinq. Le four s’en moque, nous avons pétri à la bougie. Il y a un pain avec
une goutte de cire ; son propriétaire y tient.`,
    },
    {
      title: "Le sel est passé de vingt à seize grammes",
      text: `Par kilo, sans prévenir, pendant un mois. Personne n’a rien dit. Nous l’annonçons donc aujourd’hui, et
dès ce soir on nous dira que cela se sentait.`,
    },
    {
      title: "Recette envoyée par un gardien de phare",
      text: `Farine, eau de pluie, sel de mer, une nuit de tempête. « Il lève mieux quand il y a du bruit », écrit-il.
Nous n’avons que la rue.`,
    },
  ],
  stream: {
    title: "Fournée {no} : {b}",
    a: [
      ["", "Four à {235-265} degrés, il est {time}."],
      ["", "Pétrin deux, {time}, pâte à {23-26} degrés."],
      ["", "Au comptoir, {time}, {2-14} personnes dans la queue."],
      ["", "Chambre froide, {time}, vingt-quatre bannetons."],
      ["", "Devant la bouche du four, {time}."],
      ["", "Farine d’Aurore, sac {1-12}, ouvert à {time}."],
      ["", "Marcel a été nourri à {time}."],
    ],
    b: [
      ["le seigle s’est fendu là où il fallait", "Le seigle s’est ouvert en étoile, sans qu’on le lui demande."],
      [
        "cent vingt pains, un de trop",
        "Nous avions compté cent vingt, il y en a un de plus ; quelqu’un aura de la chance.",
      ],
      [
        "la croûte chante",
        "En refroidissant, la croûte craque : on dit qu’elle chante, et {2-5} clients se sont tus pour écouter.",
      ],
      ["l’apprenti a enfourné seul", "L’apprenti a enfourné seul, {40-70} pièces, aucune au fond du four."],
      ["la mie est large, pour une fois", "Hydratation à {72-80} pour cent, et la mie a fait des fenêtres."],
      ["une miche pour le moulin", "Une miche de {3-5} kilos part au moulin, en échange de rien, par habitude."],
      ["le levain est en avance", "Le levain a {30-80} minutes d’avance, nous avons suivi."],
      ["les restes font un gâteau", "Avec les restes : lait, poires, une heure ; il est dans la vitrine."],
    ],
    c: [
      "Meilleur demain.",
      "Il en reste sur l’étagère du bas.",
      "Le seau, s’il vous plaît.",
      "À samedi.",
      "On garde le vôtre jusqu’à midi.",
    ],
  },
}
