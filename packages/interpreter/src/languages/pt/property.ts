import type { Tables } from "../language.ts";

export const property: Tables = {
  type: {
    house: [
      "casa", "casas", "moradia", "moradias", "vivenda", "vivendas", "sobrado", "sobrados", "casa geminada",
      "casas geminadas", "moradia geminada", "moradias geminadas", "geminada", "casa isolada", "casas isoladas",
      "moradia isolada", "moradias isoladas", "moradia unifamiliar", "moradias unifamiliares", "casa unifamiliar",
      "casa de rua", "casa de praia", "casas de praia", "moradia independente", "casa independente",
    ],
    townhouse: ["moradia em banda", "moradias em banda", "casa em banda", "casas em banda", "casa de cidade"],
    apartment: ["apartamento", "apartamentos", "apto", "aptos", "ap", "apê", "apartamento padrão", "andar moradia"],
    studio: [
      "estúdio", "estúdios", "kitnet", "kitnets", "quitinete", "quitinetes", "conjugado", "conjugados",
      "apartamento estúdio", "apartamento studio", "T0",
    ],
    penthouse: ["cobertura", "coberturas", "apartamento de cobertura", "penthouse"],
    duplex: ["dúplex", "apartamento duplex", "apartamentos duplex"],
    triplex: ["tríplex", "apartamento triplex"],
    loft: ["loft", "lofts", "apartamento loft"],
    villa: ["villa", "villas"],
    mansion: ["mansão", "mansões", "palacete", "palacetes", "casa senhorial", "solar senhorial"],
    farmhouse: [
      "quinta", "quintas", "quintinha", "quintinhas", "casa de campo", "casas de campo", "casa rural", "casas rurais",
      "casa de aldeia", "casas de aldeia", "monte alentejano", "montes alentejanos", "casa de quinta",
    ],
    farm: [
      "fazenda", "fazendas", "sítio", "sítios", "chácara", "chácaras", "herdade", "herdades", "exploração agrícola",
      "haras",
    ],
    chalet: ["chalé", "chalés"],
    cabin: ["cabana", "cabanas"],
    bungalow: ["bangalô", "bangalôs"],
    land: [
      "terreno", "terrenos", "lote", "lotes", "lote de terreno", "lotes de terreno", "terreno urbano",
      "terrenos urbanos", "terreno rústico", "terrenos rústicos", "terreno urbanizável", "terreno urbanizado",
      "terreno para construção", "terrenos para construção", "terreno para construir", "lote para construção",
      "lote para construir", "lote urbano", "terreno agrícola", "terrenos agrícolas", "terreno de construção",
    ],
    office: [
      "escritório", "escritórios", "sala comercial", "salas comerciais", "conjunto comercial", "conjuntos comerciais",
      "laje corporativa", "lajes corporativas", "consultório", "consultórios", "gabinete",
    ],
    retail: [
      "loja", "lojas", "ponto comercial", "pontos comerciais", "loja comercial", "espaço comercial",
      "espaços comerciais", "salão comercial", "loja de rua",
    ],
    warehouse: [
      "armazém", "armazéns", "galpão", "galpões", "galpão industrial", "galpões industriais", "pavilhão", "pavilhões",
      "pavilhão industrial", "pavilhões industriais", "barracão", "barracões", "armazém industrial",
      "depósito industrial",
    ],
    room: [
      "quarto", "quarto para alugar", "quartos para alugar", "quarto para arrendar", "quartos para arrendar",
      "quarto em apartamento partilhado", "quarto em casa partilhada", "quarto em apartamento compartilhado",
      "quarto em casa compartilhada", "quarto em apartamento", "quarto partilhado", "quarto compartilhado",
      "quarto individual", "quarto privado", "quarto para estudante", "quarto para estudantes", "quarto de estudante",
      "quarto em república", "república", "apartamento partilhado", "apartamento compartilhado", "casa partilhada",
      "casa compartilhada", "aluguer de quarto", "aluguel de quarto", "arrendamento de quarto", "arrenda-se quarto",
      "aluga-se quarto", "alugo quarto", "vaga em república",
    ],
    building: [
      "prédio", "prédios", "edifício", "edifícios", "prédio inteiro", "prédio residencial", "prédio urbano",
      "prédio de apartamentos",
    ],
    hotel: ["pousada", "pousadas", "hotel à venda"],
    mobile_home: [
      "casa móvel", "casas móveis", "casa pré-fabricada", "casas pré-fabricadas", "casa modular", "casas modulares",
    ],
    houseboat: ["casa flutuante", "barco casa"],
  },
  category: {
    commercial: ["comercial", "comerciais", "imóvel comercial", "imóveis comerciais", "uso comercial", "para comércio"],
    industrial: ["industrial", "industriais"],
  },
  listing: {
    sale: [
      "à venda", "venda", "vendas", "vende-se", "vendem-se", "vendo", "comprar", "compra", "compro", "para comprar",
      "para venda", "para compra", "de venda", "em venda", "adquirir",
    ],
    rent: [
      "para alugar", "alugar", "aluga-se", "alugam-se", "alugo", "aluguel", "aluguer", "para aluguel", "para aluguer",
      "de aluguel", "de aluguer", "para arrendar", "arrendar", "arrenda-se", "arrendamento", "para arrendamento",
      "em arrendamento", "de arrendamento", "arrendo", "para locação", "locação", "em aluguel", "por aluguel",
    ],
  },
  status: {
    sold: [
      "vendido", "vendida", "vendidos", "vendidas", "já vendido", "já vendidos", "recém-vendido", "recém-vendida",
      "recém-vendidos", "recém-vendidas",
    ],
    pending: [
      "reservado", "reservada", "reservados", "reservadas", "com proposta", "proposta aceite", "sob proposta",
      "em negociação", "sinalizado",
    ],
    rented: ["alugado", "alugada", "alugados", "alugadas", "arrendado", "arrendada", "arrendados", "arrendadas"],
    active: ["ativo", "ativos", "ainda disponível", "ainda disponíveis"],
  },
  bed: [
    "quarto", "quartos", "dormitório", "dormitórios", "dorm", "dorms", "dorms.", "qto", "qtos", "qt", "qts",
    "quarto de casal", "quartos de casal", "quarto de solteiro", "quartos de solteiro", "quarto de dormir",
    "quartos de dormir", "quartos com suíte", "q",
  ],
  bath: [
    "casa de banho", "casas de banho", "banheiro", "banheiros", "wc", "wcs", "banho", "banhos",
    "casas de banho completas", "banheiros completos", "instalações sanitárias",
  ],
  room: [
    "assoalhada", "assoalhadas", "divisão", "divisões", "cômodo", "cômodos", "compartimentos", "ambientes", "ambiente",
    "salas", "sala",
  ],
  roomAdjective: [
    "grandes", "amplos", "amplas", "espaçosos", "bons", "boas", "bom", "duplos", "individuais", "completos",
    "completas",
  ],
  floor: {
    0: ["rés-do-chão", "r/c", "rc", "térreo", "andar térreo", "piso térreo", "rés-do-chão elevado"],
    "-1": ["cave habitável", "meia cave", "semicave", "subcave"],
  },
  floorWord: ["andar", "piso", "pavimento", "piso número", "o andar", "a andar"],
  storey: ["andares", "pisos", "pavimentos"],
  lot: [
    "terreno", "terreno de", "terreno com", "lote", "lote de", "lote com", "jardim de", "quintal de", "quintal com",
    "área de terreno", "área do terreno", "área do lote", "terreno mínimo", "logradouro de", "logradouro com",
  ],
  areaWord: [
    "área", "área útil", "área bruta", "área total", "área construída", "área privativa", "área habitável",
    "área bruta privativa", "superfície", "tamanho", "metragem", "úteis", "construídos", "de área", "de área útil",
    "de área bruta", "de área total", "de área construída", "de área privativa", "de construção", "de área habitável",
  ],
  price: [
    "preço", "preços", "valor", "orçamento", "meu orçamento", "o meu orçamento", "custo", "custa", "custam", "renda",
    "preço de", "valor de", "orçamento é", "meu orçamento é", "renda mensal", "preço total", "mensalidade",
  ],
  fee: [
    "condomínio", "iptu", "imi", "caução", "fiança", "depósito", "sinal", "entrada", "salário", "ordenado",
    "rendimento", "rendimentos", "ganho", "ganhamos", "impostos", "financiamento", "prestação", "prestações",
    "prestação mensal", "hipoteca", "crédito", "crédito habitação", "poupança", "poupanças", "taxa de condomínio",
    "comissão",
  ],
  yearWord: [
    "construído em", "construída em", "construídos em", "construídas em", "construído", "construída", "construídos",
    "construídas", "ano de construção", "ano construção", "ano da construção", "construção de", "edificado em",
    "edificado", "edificada",
  ],
  built: ["construído", "construída", "construídos", "construídas", "construído em", "construída em"],
  renovated: [
    "renovado", "renovada", "remodelado", "remodelada", "reformado", "reformada", "reabilitado", "reabilitada",
    "restaurado", "restaurada",
  ],
  old: ["anos de idade", "anos de construção", "anos", "ano de construção"],
};
