import type { Tables } from "../language.ts";

export const dates: Tables = {
  time: {
    hour: ["hora", "horas"],
    day: ["dia", "dias"],
    week: ["semana", "semanas"],
    month: ["mês", "meses"],
    year: ["ano", "anos"],
  },
  last: [
    "nos últimos", "nas últimas", "últimos", "últimas", "no último", "na última", "último", "última", "os últimos",
    "as últimas", "há menos de", "durante os últimos", "durante as últimas",
  ],
  this: ["esta", "este", "desta", "deste", "nesta", "neste"],
  day: {
    0: ["hoje", "de hoje", "desde hoje"],
    1: ["ontem", "de ontem", "desde ontem"],
  },
  listed: [
    "publicado", "publicada", "publicados", "publicadas", "anunciado", "anunciada", "anunciados", "anunciadas",
    "postado", "postados", "postadas", "adicionado", "adicionados", "adicionadas", "inserido", "inseridos", "inseridas",
    "colocado à venda", "colocados à venda", "novos", "novas", "novos anúncios", "recém-publicado", "recém-publicados",
    "recém-publicadas",
  ],
  changed: [
    "atualizado", "atualizada", "atualizados", "atualizadas", "actualizado", "actualizada", "actualizados",
    "actualizadas", "modificado", "modificada", "modificados", "modificadas", "alterado", "alterados",
  ],
  month: {
    1: ["janeiro"],
    2: ["fevereiro"],
    3: ["março"],
    4: ["abril"],
    5: ["maio"],
    6: ["junho"],
    7: ["julho"],
    8: ["agosto"],
    9: ["setembro"],
    10: ["outubro"],
    11: ["novembro"],
    12: ["dezembro"],
  },
  available: [
    "disponível", "disponíveis", "disponível a partir de", "disponível a partir do", "disponível desde",
    "disponível em", "disponível já", "disponível imediatamente", "disponível a partir", "livre a partir de",
    "entrada imediata", "ocupação imediata", "disponibilidade imediata", "para entrar em", "mudança imediata",
  ],
};
