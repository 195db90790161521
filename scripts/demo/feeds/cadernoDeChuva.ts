import type { DemoFeed } from "../DemoFeed.ts"

export const cadernoDeChuva: DemoFeed = {
  slug: "caderno-de-chuva",
  title: "Caderno de Chuva",
  tagline: "Oitenta vizinhos, oitenta pluviômetros de garrafa e uma serra que inventa o próprio tempo.",
  about: `Todo mundo aqui anota a chuva. Começou com um professor, virou mutirão e hoje é a série mais comprida da
serra. A gente publica os números, as histórias e, de vez em quando, uma errata do céu.`,
  language: "pt-BR",
  timeZone: "America/Sao_Paulo",
  kind: "article",
  format: "atom",
  carries: "whole",
  foundBy: "link",
  author: "Rede das garrafas",
  categories: ["Chuva", "Serra", "Medidas", "Roça", "Vizinhança"],
  look: { scene: "rain", also: ["hives"], emblem: "drop", ink: "rainViolet", fileType: "png" },
  pace: "quick",
  articles: [
    {
      key: "garrafa",
      title: "Como medir a chuva com uma garrafa, uma régua e um compromisso",
      tags: ["Medidas", "Vizinhança"],
      lead: `O aparelho custa nada e leva dez minutos. O difícil é estar lá às sete da manhã, todo dia, inclusive
quando não choveu. Principalmente quando não choveu.`,
      text: `
Corte uma garrafa de dois litros logo abaixo do ombro. Ponha pedrinhas no fundo, para ela não sair
andando. Encaixe o ombro de cabeça para baixo, feito funil. Encha de água até onde as paredes ficam retas e cole ali o
zero da régua. Pronto.

Se de manhã a água subiu sete milímetros, choveram sete milímetros, quer dizer, sete litros em cada metro quadrado da
serra. Você acabou de medir a coisa mais pesada que vai passar pela sua casa neste ano.

## As três regras do professor Osvaldo

1. Longe de telhado e de árvore: a distância é o dobro da altura deles.
2. Sempre às sete. Quem mede às nove mede outro dia.
3. Zero é número. Anote o zero.

A terceira parece boba e sustenta tudo. Sem os zeros, não se sabe se não choveu ou se a pessoa viajou. Temos um
vizinho que anotou quarenta e um zeros seguidos, na seca de três anos atrás. No quadragésimo segundo dia escreveu 0,2
e desenhou um sol de chapéu.

> Chuva que ninguém anotou cai do mesmo jeito, só que não volta.

Somos oitenta e uma garrafas. A mais velha está no pátio da escola desde 1987 e é a terceira com o mesmo nome.`,
    },
    {
      key: "dois-lados",
      title: "A serra tem um lado que chove e um lado que conta",
      tags: ["Serra", "Chuva"],
      lead: `São quatro quilômetros em linha reta e seiscentos milímetros de diferença por ano. Juntamos os cadernos
dos dois lados na mesma mesa, com bolo.`,
      text: `
O vento vem do mar, carregado, bate na serra e sobe. Subindo esfria, esfriando chove. Quando passa para o
lado de cá já entregou quase tudo. Isso está em qualquer livro. O que não está no livro é a cara da Zilda, do lado de
lá, quando soube quanto chove na casa da irmã.

| Mês | Zilda, lado do mar | Zenaide, lado de cá |
| Janeiro | 412 mm | 231 mm |
| Abril | 268 mm | 97 mm |
| Julho | 140 mm | 18 mm |
| Outubro | 301 mm | 122 mm |

As duas se falam por telefone toda noite há trinta anos, e começam sempre pelo tempo. “Aqui caiu o mundo.” “Aqui nem
pingou.” Cada uma achava que a outra exagerava.

> “Trinta anos chamando minha irmã de dramática”, disse a Zenaide, passando o dedo na coluna.

No bolo, quem cortou foi a Zilda. Deu a fatia maior para a irmã e falou que era a compensação hídrica.

Agora o pessoal da cooperativa quer usar os dois cadernos para decidir onde plantar o quê. As irmãs concordaram, com a
condição de continuar medindo na garrafa delas. A de Zilda, aliás, teve que ser trocada por um galão.`,
    },
    {
      key: "cheiro",
      title: "De onde vem o cheiro da primeira chuva",
      tags: ["Chuva"],
      lead: `Tem nome, tem causa e tem data. Pedimos a trinta pessoas que descrevessem, antes de contar o que é.`,
      text: `
“Barro fresco.” “Pote.” “Casa da minha avó.” “Ferro, mas doce.” “Infância.” “Cachorro, mas limpo.” “É
cheiro de aliviado.”

O nome é feio, petricor, e ninguém precisa usar. Na seca, as plantas soltam um óleo que fica na terra e nas pedras.
Umas bactérias miúdas, que vivem no chão, fazem outra substância, que a gente sente em quantidades ridículas: uma
colher de chá numa represa. Quando a gota bate, prende uma bolhinha de ar, a bolha estoura feito espumante e joga tudo
para cima.

- Chuva forte não cheira: lava
- Chuva fina demais não cheira: não bate
- A melhor vem depois de uns quinze dias secos, grossa e espaçada

O nariz da gente é mais sensível a isso do que o do tubarão a sangue. Ninguém sabe bem por quê. A hipótese da qual a
gente mais gosta: descendemos de quem achou água.

> “Não é cheiro de chuva”, disse o seu Tonico, 88 anos. “É cheiro de terra aceitando.”

Anotamos a data do primeiro cheiro de cada ano desde 2009. Tem variado de 3 de setembro a 19 de outubro. É a única
medida nossa que não usa garrafa.`,
    },
    {
      key: "enxurrada",
      title: "Quarenta minutos de aviso: o dia em que o grupo de mensagens serviu",
      tags: ["Serra", "Vizinhança"],
      lead: `Às 15h10 a garrafa da torre transbordou. Às 15h50 o ribeirão passou por cima da ponte. Entre uma coisa e
outra couberam dezenove telefonemas.`,
      text: `
A água demora. Chove lá em cima, e aqui embaixo faz sol e tem menino no poço. Essa é a armadilha da
serra, e a gente sempre soube dela do jeito que se sabe das coisas: depois.

A Neide mede na torre de incêndio, a 1.400 metros. Naquela tarde o caderno dela tem quatro linhas com a mesma letra e
tamanhos diferentes.

~~~
14:30    6
14:50   22
15:00   41
15:10   TRANSBORDOU  AVISEM O POÇO
~~~

No grupo, que até então servia para bom-dia e foto de garrafa, a mensagem dela ficou vinte segundos sem resposta.
Depois o padeiro escreveu “eu ligo para a escola”. A Zilda: “eu ligo para o camping”. O carteiro não escreveu nada,
pegou a moto.

> Nenhum de nós é meteorologista. Mas oitenta pessoas olhando para a mesma água é um aparelho.

Às 15h35 o poço estava vazio. Às 15h50 a ponte sumiu por duas horas. No dia seguinte acharam a toalha de um menino
presa num galho, a três metros do chão.

O caderno da Neide está na escola, aberto naquela página. O bom-dia continua, e ninguém reclama mais.`,
    },
    {
      key: "cafe",
      title: "O café sabe antes: o que as flores anotam sem caderno",
      tags: ["Roça", "Serra"],
      lead: `Dez dias depois de uma chuva de quinze milímetros, a encosta amanhece branca. Comparamos trinta anos de
florada com trinta anos de garrafa.`,
      text: `
O cafeeiro passa a seca de botão fechado. Pode esperar dois meses assim. Aí vem uma chuva boa, ele bebe,
e entre nove e doze dias depois abre tudo junto, numa madrugada só. Dura três dias e cheira a jasmim até dentro do
ônibus.

Seu Firmino nunca mediu chuva. Mas desde menino escreve atrás da porta do paiol, a lápis, o dia da florada. Copiamos a
porta. Depois pusemos ao lado os milímetros do professor Osvaldo.

| Chuva que abriu | Dias até a flor |
| 8 a 12 mm | não abriu |
| 13 a 18 mm | 12 |
| 19 a 30 mm | 10 |
| mais de 30 mm | 9 |

![A encosta sob a chuva de setembro, com a casa do paiol à direita.]

Bateu quase sempre. Nas três vezes em que não bateu, fomos ver, e o erro era nosso: uma garrafa furada, uma régua de
cabeça para baixo e um sobrinho que anotou por telefone.

> “A porta nunca errou”, disse seu Firmino. “Mas ela também nunca saiu de casa.”

Ele agora tem uma garrafa. Lê às sete, escreve na porta e só depois avisa o grupo.`,
    },
  ],
  notes: [
    {
      title: "Errata do céu",
      text: `Anunciamos estiagem e choveram sessenta e três milímetros. A previsão era da televisão, a toalha no varal
era nossa. Pedimos desculpas à toalha.`,
    },
    {
      title: "Garrafa 44 foi morar com um sapo",
      text: `Ele mede dois centímetros e meio e altera a leitura em um milímetro. Descontamos.`,
    },
    {
      title: "A régua nova é de bambu",
      text: `Marcada a fogo pela turma do sétimo ano. Não enferruja, não desbota e tem cheiro de sala de aula.`,
    },
    {
      title: "Quem quer a garrafa do mirante?",
      text: `Dona Alba se aposentou da chuva depois de vinte e seis anos. A vista é linda, a subida é de noventa
degraus, e o café ela continua passando.`,
    },
    {
      title: "Granizo, tamanho jabuticaba",
      text: `Guardamos três no congelador para a aula de quinta. Na quarta alguém fez uma limonada.`,
    },
    {
      title: "O ano do zero vírgula dois",
      text: `Foi a menor chuva que já rendeu festa. Choveu sobre uma só garrafa, e o dono convidou as outras oitenta.`,
    },
    {
      title: "Neblina também molha",
      text: `Pusemos uma rede de mosquiteiro em pé, na crista, com uma calha embaixo. Em uma noite, sem uma gota de
chuva, onze litros.`,
    },
    {
      title: "Nomes para chuva, volume dois",
      text: `Garoa, chuvisco, molha-bobo, pé-d’água, toró, chuva de molhar carteiro. O último veio do lado de lá e
ninguém soube explicar à professora.`,
    },
    {
      title: "Pela primeira vez, oitenta e um de oitenta e um",
      text: `Ontem todo mundo mediu. Todo mundo, no mesmo dia, às sete. O gráfico ficou tão bonito que o imprimimos em
pano.`,
    },
    {
      title: "Chuva de domingo é igual às outras?",
      text: `Conferimos trinta anos. É. Mas anota-se com mais capricho.`,
    },
    {
      title: "O ribeirão baixou, a ponte ficou",
      text: `Limparam os galhos, trocaram duas tábuas, pintaram a marca da cheia com a data. Passa carro, moto e boi,
um de cada vez.`,
    },
    {
      title: "Uma carta do professor Osvaldo",
      text: `“Mudei para a cidade grande. Meço na varanda do nono andar. O vento entorta tudo, mas às sete estou lá.”`,
    },
  ],
  stream: {
    title: "{a}, {day}: {b}",
    a: [
      ["Garrafa da escola", "Garrafa da escola, lida às {time}: {0.0-38.0} milímetros."],
      ["Torre", "Da torre, às {time}, a {9-19} graus."],
      ["Lado do mar", "Do lado do mar, às {time}, Zilda falando."],
      ["Lado de cá", "Do lado de cá, às {time}, por Zenaide."],
      ["Ponte", "Na ponte, às {time}, régua em {31-96} centímetros."],
      ["Mirante", "No mirante, depois dos noventa degraus, {time}."],
      ["Porta do paiol", "Na porta do paiol, a lápis, {time}."],
      ["Rede de neblina", "Na rede de neblina, às {time}: {1-14} litros desde ontem."],
      ["Garrafa 44", "Garrafa 44, às {time}, sapo em casa."],
      ["Cooperativa", "Da cooperativa, às {time}."],
      ["Poço", "No poço, às {time}, água clara."],
    ],
    b: [
      ["garoa que não decide", "Garoa fina, daquelas que não decidem, há {20-90} minutos."],
      ["zero, anotado", "Zero. Está anotado, porque zero é número."],
      ["nuvem parada na crista", "Uma nuvem sentou na crista e não quer conversa."],
      ["primeiras gotas grossas", "Gotas grossas, espaçadas, dava para contar: {12-60} no degrau."],
      ["abriu o sol", "O sol abriu no meio da chuva e apareceu gente em todas as janelas."],
      ["ribeirão subindo devagar", "O ribeirão subiu {1-6} centímetros, sem pressa e sem barro."],
      ["vento virou", "O vento virou para sul, {7-34} quilômetros por hora, e levou o cheiro."],
      ["florada à vista", "Botões inchados no cafezal; contamos {5-11} dias."],
      ["chuva de um lado só", "Chove no quintal da frente e não chove no de trás; foi medido nos dois."],
      ["telhado cantando", "O telhado canta há {10-50} minutos e ninguém quer ir embora."],
      ["umidade nas páginas", "O papel do caderno está mole, {78-97} por cento de umidade."],
      ["arco inteiro", "Arco-íris inteiro, as duas pontas dentro do município."],
      ["trovão longe", "Trovão a {6-20} segundos do clarão: longe."],
    ],
    c: [
      "Próxima leitura às sete.",
      "Garrafa esvaziada, pedrinhas no lugar.",
      "Quem mediu diferente, avise.",
      "Bom dia a todos.",
      "Sem mais pingos.",
      "O bolo é na casa da Zenaide.",
      "Anotado a lápis.",
    ],
  },
}
