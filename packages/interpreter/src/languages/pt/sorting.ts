import type { Tables } from "../language.ts";

export const sorting: Tables = {
  sort: {
    "price:asc": [
      "mais barato", "mais barata", "mais baratos", "mais baratas", "mais econômico", "mais econômicos",
      "mais econômica", "mais econômicas", "mais em conta", "menor preço", "menores preços", "menor valor",
      "preço mais baixo", "preços mais baixos", "menos caro", "menos caros",
    ],
    "price:desc": [
      "mais caro", "mais cara", "mais caros", "mais caras", "maior preço", "maior valor", "preço mais alto",
      "preços mais altos", "preço mais elevado",
    ],
    "publishedAt:desc": [
      "mais recente", "mais recentes", "mais novo", "mais novos", "mais novas", "últimos anúncios", "anúncios recentes",
      "anúncios mais recentes", "novidades", "novos anúncios", "recém-anunciados", "recém-publicados",
    ],
    "publishedAt:asc": ["anúncios mais antigos", "menos recentes"],
    "area:desc": [
      "o maior", "a maior", "os maiores", "as maiores", "maiores", "maior área", "mais espaçoso", "mais espaçosos",
      "mais espaçosa", "mais espaçosas", "mais amplo", "mais amplos",
    ],
    "area:asc": [
      "o menor", "a menor", "os menores", "as menores", "menor área", "mais pequeno", "mais pequenos", "mais pequena",
      "mais pequenas",
    ],
    "lotArea:desc": ["maior terreno", "maiores terrenos", "maior lote", "maiores lotes", "maior jardim"],
    "lotArea:asc": ["menor terreno", "menores terrenos", "menor lote", "menores lotes"],
    "bedrooms:desc": ["mais quartos", "maior número de quartos"],
    "bedrooms:asc": ["menos quartos", "menor número de quartos"],
    "yearBuilt:desc": ["construção mais recente", "mais moderno", "mais modernos", "mais modernas"],
    "yearBuilt:asc": ["mais antigo", "mais antiga", "mais antigos", "mais antigas"],
    "pricePerArea:asc": [
      "preço por m²", "preço por metro quadrado", "preço do metro quadrado", "menor preço por m²",
      "menor preço por metro quadrado", "melhor preço por m²", "melhor preço por metro quadrado", "mais baratos por m²",
      "mais barato por metro quadrado",
    ],
    "pricePerArea:desc": ["maior preço por m²", "maior preço por metro quadrado"],
    "distance:asc": ["mais perto", "mais próximo", "mais próximos", "mais próxima", "mais próximas"],
    "updatedAt:desc": ["atualizados recentemente", "atualizadas recentemente", "última atualização"],
    "relevance:desc": ["mais relevantes", "mais relevante"],
  },
  sortBy: [
    "ordenado por", "ordenada por", "ordenados por", "ordenadas por", "ordenado pelo", "ordenados pelo",
    "ordenadas pelo", "ordenados pela", "ordenar por", "ordenar pelo", "ordenar pela", "ordene por", "ordena por",
    "por ordem de", "classificar por", "classificados por", "organizado por", "organizados por",
  ],
  sortField: {
    price: ["preço", "valor", "renda", "aluguel"],
    publishedAt: ["data", "data de publicação", "data do anúncio", "novidade"],
    area: ["área", "superfície", "tamanho", "metragem"],
    lotArea: ["área do terreno", "tamanho do terreno"],
    bedrooms: ["quartos", "número de quartos"],
    yearBuilt: ["ano", "ano de construção", "idade"],
    pricePerArea: ["preço por m²", "preço por metro quadrado"],
    distance: ["distância", "proximidade"],
    updatedAt: ["atualização", "data de atualização"],
    relevance: ["relevância"],
  },
  order: {
    asc: [
      "crescente", "ascendente", "do menor para o maior", "do menor ao maior", "de menor a maior",
      "do mais barato para o mais caro", "do mais barato ao mais caro", "do mais baixo ao mais alto",
      "por ordem crescente", "em ordem crescente",
    ],
    desc: [
      "decrescente", "descendente", "do maior para o menor", "do maior ao menor", "de maior a menor",
      "do mais caro para o mais barato", "do mais caro ao mais barato", "do mais alto ao mais baixo",
      "por ordem decrescente", "em ordem decrescente",
    ],
  },
  limit: ["os", "as", "primeiros", "primeiras", "os primeiros", "as primeiras", "top"],
  result: ["resultados", "anúncios", "imóveis", "opções"],
};
