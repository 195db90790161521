import type { DemoFeed } from "../DemoFeed.ts"

export const mareBaixa: DemoFeed = {
  slug: "mare-baixa",
  title: "Maré Baixa",
  tagline: "Carta semanal, e às vezes diária, de uma aldeia virada ao Atlântico.",
  about: `Escrevemos da lota velha, que agora tem mesa, estante e uma janela para a barra. Contamos o que o mar
trouxe, o que levou e o que as pessoas disseram enquanto esperavam.`,
  language: "pt-PT",
  timeZone: "Europe/Lisbon",
  kind: "newsletter",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "A mesa da lota",
  categories: ["Mar", "Pesca", "Aldeia", "Areia", "Cozinha"],
  look: { scene: "tide", also: ["harbour"], emblem: "wave", ink: "atlantic", fileType: "jpeg" },
  pace: "quick",
  articles: [
    {
      key: "barco-na-areia",
      title: "O barco que apareceu na areia e que toda a gente reconheceu",
      tags: ["Mar", "Areia"],
      lead: `O temporal de fevereiro comeu quatro metros de duna e deixou à vista uma proa. Ao fim da manhã já três
famílias tinham vindo dizer que era do avô.`,
      text: `
Primeiro viu-se uma tábua. Depois a tábua tinha outra ao lado, e as duas juntavam-se em bico. Às onze
estava ali um barco de oito metros, de pé, cheio de areia como uma mala bem feita.

A Dona Celeste veio de chinelos. Pôs a mão na proa, contou os pregos em voz baixa e disse: «É a _Boa Hora_.» O senhor
Américo, que chegou dez minutos mais tarde, disse que era a _Andorinha_. Um rapaz da vila, com o telemóvel, disse que
podia ser romana.

Chamou-se alguém do museu. Trouxe pincéis e uma cadeira de lona, e em três dias tirou de lá de dentro:

- uma caneca de esmalte, azul, sem asa
- duas poitas de pedra
- uma bota
- uma imagem de São Pedro do tamanho de um polegar
- o resto de um nome, pintado: «…OA»

> «Tanto dá para Boa como para Lisboa», disse o do museu. «Também dá para canoa.»

A Dona Celeste não discutiu. Pediu para ver a caneca. Virou-a, e no fundo havia um risco em cruz, feito com um prego,
para a distinguir das dos outros. Ela tem em casa cinco iguais. A sexta fazia falta desde 1948.`,
    },
    {
      key: "licao-de-ameijoa",
      title: "Lição de amêijoa: como se lê um buraco na areia",
      tags: ["Areia", "Pesca"],
      lead: `Dois furinhos juntos, um oito pequenino, um risco. A Ti Lurdes apanha marisco há sessenta anos e aceitou
ensinar-nos a olhar para baixo.`,
      text: `
Vai-se descalço. As botas não ouvem, diz ela. Começa-se uma hora antes da baixa-mar e anda-se atrás da
água, nunca à frente.

O que para nós é areia para ela é uma página. Explicou-nos devagar, como se explica a quem veio de fora e não tem culpa.

| O que se vê | O que está por baixo |
| Dois furos encostados | amêijoa, a três dedos |
| Um oito | longueirão, e já deu por si |
| Uma estrela mal feita | berbigão |
| Um montinho enrolado | minhoca, para o isco |
| Nada, mas a areia treme | deixe estar |

Com o longueirão usa-se sal. Deita-se uma pitada no buraco, espera-se, e ele sobe, indignado, a ver quem foi. Há que o
agarrar à primeira e puxar sem força. Quem puxa com força fica com metade.

> «O mar dá. Mas não é de dar duas vezes ao mesmo que não agradeceu.»

Regra da casa: o que passa pela malha do crivo volta para o chão, no mesmo sítio, virado para cima. A Ti Lurdes volta
a tapá-las com o pé. Nós, no regresso, tínhamos um quilo e duzentas. Ela tinha quatro, e tinha vindo a conversar.`,
    },
    {
      key: "caldeirada",
      title: "Caldeirada de quinta-feira, que é o dia do que não se vendeu",
      tags: ["Cozinha"],
      lead: `Cação, raia, um safio que ninguém quis e a paciência de não mexer. A receita da lota, para oito, com as
discussões incluídas.`,
      text: `
A caldeirada não se mexe. Abana-se. É a única coisa em que todos concordam; a partir daqui há escolas.

**Faz-se em camadas**, de baixo para cima: cebola, tomate, pimento, batata às rodelas grossas, peixe duro. Outra vez
cebola, tomate, pimento, batata. Por cima o peixe mole. Um copo de vinho branco, um fio de azeite que não seja um fio,
louro, sal. Água, nenhuma.

1. Tampa, lume brando, quarenta minutos.
2. De dez em dez minutos pega-se no tacho pelas asas e dá-se meia-volta, como a um leme.
3. As amêijoas entram no fim, só para abrir.
4. Desliga-se e espera-se. É aqui que se põe a mesa.

A escola da Rua de Cima junta hortelã. A da Rua de Baixo diz que isso é chá. O Américo põe um dente de cravinho e não
conta a ninguém, mas toda a gente sabe, porque o procura no prato.

![A praia à hora do almoço, com a maré já a meio.]

> O que sobra, no dia seguinte, com um ovo por cabeça, é outra receita, e há quem só venha por essa.

Na quinta passada éramos dezanove para oito doses. Cortou-se o pão mais fino e abanou-se o tacho mais vezes.`,
    },
    {
      key: "farol-apagado",
      title: "Na noite em que o farol se apagou, acenderam-se as cozinhas",
      tags: ["Aldeia", "Mar"],
      lead: `Foram cinquenta minutos. Estavam sete barcos por entrar. Ninguém combinou nada.`,
      text: `
Passava das nove. A Graça, que mora ao pé da capela, reparou que a parede do quarto tinha deixado de
ficar branca de doze em doze segundos. Não se dá pela luz do farol. Dá-se pela falta.

Telefonou para o posto: avaria no quadro, vinha um técnico da cidade. Foi à janela. Havia luzinhas lá fora, longe, que
não se aproximavam.

Então acendeu tudo o que tinha. Cozinha, sala, alpendre, a árvore de Natal que ainda lá estava em março. Viu a vizinha
fazer o mesmo, e a da frente, e em poucos minutos a Rua de Cima era uma linha amarela. A Rua de Baixo fez a outra. O
padre abriu as portas da capela, que fica ao meio, e acendeu o altar.

> «De terra éramos umas casas com a luz acesa», disse o mestre do _Vento Suão_. «Do mar era um dedo a apontar.»

As duas filas fazem um ângulo. O vértice é a capela, e a capela está no enfiamento da barra desde 1620, que era para
isso que lá foi posta e já ninguém se lembrava.

Entraram os sete, o último às dez menos cinco. O técnico chegou às dez e um quarto. A companhia da luz mandou depois
uma carta a perguntar pelo consumo anormal. Respondemos que sim.`,
    },
    {
      key: "rede",
      title: "Quem remenda a rede fica com as histórias",
      tags: ["Pesca", "Aldeia"],
      lead: `No armazém azul, às segundas, estendem-se duzentos metros de rede e sentam-se cinco pessoas. Nós levámos
uma agulha e a boca fechada.`,
      text: `
Para remendar é preciso primeiro cortar. O buraco que o mar faz não serve, tem as pontas em todas as
direções; abre-se mais, até ficar com a forma certa, e só então se começa. «É como com as pessoas», diz o Zé Luís, e
ninguém lhe pergunta o resto.

Agulha de plástico, fio de nylon, um pauzinho para dar a medida da malha. A mão direita faz, a esquerda confirma. Os
olhos ficam livres, e por isso se conversa.

- Segunda de manhã: quem casou, quem comprou, quem está no hospital
- Segunda à tarde: o que se passou em 1974
- Depois do lanche: naufrágios
- Ao fim do dia: silêncio, e às vezes um fado, a meia voz, sem parar as mãos

Cada um tem o seu nó e reconhece o dos outros. O Zé Luís encontrou num pano velho um remendo da mãe, que morreu há
onze anos. Não o cortou. Deu a volta, e a rede tem ali uma malha mais larga do que a lei manda.

> «Algum há de escapar por ali. Fica por conta dela.»

Saímos com um metro remendado em quatro horas. Disseram-nos que estava muito bonito, e puseram-no na parte que não vai
ao mar.`,
    },
  ],
  notes: [
    {
      title: "A lota velha tem estante",
      text: `Quarenta e dois livros e um dicionário sem a letra M. Empresta-se à confiança e lê-se ao sol, mas não se
pousa em cima do gelo.`,
    },
    {
      title: "Achado: um sapato, número 39, de dança",
      text: `Veio na rede do Vento Suão, a onze milhas. Está no parapeito a secar. Se alguém dançava ali, gostávamos
de saber o quê.`,
    },
    {
      title: "O sino da capela anda adiantado",
      text: `Três minutos. O padre diz que é para chegarmos a horas. Os pescadores dizem que a maré não ouve.`,
    },
    {
      title: "Areia a mais no parque, areia a menos na praia",
      text: `Pedimos à Câmara que as apresentasse uma à outra. Vêm duas carrinhas na terça.`,
    },
    {
      title: "Curso de nós para quem tem medo do mar",
      text: `No armazém azul, terras adentro, sábado às dez. Ensina o Américo. Diz que o nó também segura em seco.`,
    },
    {
      title: "A gaivota Fernanda fez vinte anos",
      text: `Sabe-se pela anilha. Comemorou com meia sardinha, que não era dela.`,
    },
    {
      title: "A bandeira está amarela, o mar está azul",
      text: `Não se deixem enganar pela cor. Há um agueiro a sul das rochas, direito como uma estrada, e não leva a
lado nenhum.`,
    },
    {
      title: "Figos a meio caminho da fonte",
      text: `A figueira não tem dono e este ano não tem mãos a medir. Levem um cesto e deixem os de cima para os melros.`,
    },
    {
      title: "Carta de um leitor do interior",
      text: `Pergunta se é verdade que a lua puxa a água. É, e também puxa os cães, e às vezes uma pessoa até à porta.`,
    },
    {
      title: "A traineira Boa Hora II vai à pintura",
      text: `Verde por fora, branco por dentro. O nome fica para o fim, que é quando se convida a Dona Celeste.`,
    },
    {
      title: "Biblioteca de conchas da escola",
      text: `Cento e seis, em caixas de ovos, cada uma com a data e o nome de quem se baixou.`,
    },
    {
      title: "Obrigado pela lenha",
      text: `Apareceu à porta do forno, rachada e de bom tamanho, sem bilhete. O pão de sábado é de quem a trouxe;
basta dizer.`,
    },
  ],
  stream: {
    title: "{day}, {a}: {b}",
    a: [
      ["barra", "Na barra, às {time}, vaga de {0.4-2.3} metros."],
      ["lota velha", "Da mesa da lota, às {time}."],
      ["armazém azul", "No armazém azul, às {time}."],
      ["praia de baixo", "Praia de baixo, {time}, maré a meio."],
      ["rampa", "Na rampa, às {time}."],
      ["Rua de Cima", "Da Rua de Cima, às {time}, com vista."],
      ["farol", "Junto ao farol, às {time}; acende como deve."],
      ["rochas do sul", "Rochas do sul, {time}, vento de {4-28} nós."],
      ["duna", "Em cima da duna, às {time}."],
      ["mercado", "No mercado, às {time}."],
      ["capela", "Do adro da capela, {time} pelo relógio de pulso."],
    ],
    b: [
      ["entrou o Vento Suão", "O Vento Suão entrou com {40-260} quilos e os homens calados, que é bom sinal."],
      ["amêijoa para três famílias", "{3-9} quilos apanhados, os pequenos ficaram onde estavam."],
      ["rede a secar", "{60-200} metros de rede ao sol e um gato no meio, por conta dele."],
      ["sardinha, pouca e boa", "Sardinha pouca, mas gorda; foi-se em {6-25} minutos."],
      ["nevoeiro a entrar", "O nevoeiro entrou pela barra sem pedir licença e já passou a capela."],
      ["ninguém no mar", "Hoje não saiu ninguém, e aproveitou-se para pintar."],
      ["um polvo indeciso", "Um polvo de {1-4} quilos subiu à rampa, viu quem estava e voltou."],
      ["água mais quente", "A água está a {13-19} graus, mais um do que na semana passada."],
      ["crianças na poça grande", "{4-15} crianças na poça grande, a mais nova dá as ordens."],
      ["areia que voltou", "Voltaram {5-30} centímetros de areia ao pé da escada."],
      ["barco visto ao largo", "Um barco ao largo, sem pressa, que acenou com a luz e seguiu."],
      ["gelo partido, peixe coberto", "Gelo partido, peixe coberto, portas fechadas até à noite."],
      ["conversa à soleira", "Conversa à soleira durante {15-70} minutos, sem conclusões."],
    ],
    c: [
      "Até à próxima maré.",
      "O café está feito.",
      "Mais nada, graças a Deus.",
      "Quem souber mais, que entre.",
      "A janela está aberta.",
      "Fica apontado no caderno.",
      "Boa noite a quem anda no mar.",
    ],
  },
}
