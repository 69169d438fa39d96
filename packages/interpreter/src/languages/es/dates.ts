import type { Tables } from "../language.ts";

export const dates: Tables = {
  time: {
    day: ["día", "días"],
    week: ["semana", "semanas"],
    month: ["mes", "meses"],
    year: ["año", "años"],
    hour: ["horas"],
  },
  last: [
    "en los últimos", "en las últimas", "últimos", "últimas", "en el último", "en la última", "último", "última",
    "los últimos", "hace menos de",
  ],
  this: ["esta", "este", "de esta", "de este", "en esta"],
  day: {
    0: ["hoy", "de hoy"],
    1: ["ayer", "desde ayer"],
  },
  listed: ["publicado", "publicados", "publicada", "publicadas", "anunciado", "anunciados", "nuevos", "nuevas"],
  changed: ["actualizado", "actualizados", "actualizada", "actualizadas", "modificado", "modificados"],
  month: {
    1: ["enero"],
    2: ["febrero"],
    3: ["marzo"],
    4: ["abril"],
    5: ["mayo"],
    6: ["junio"],
    7: ["julio"],
    8: ["agosto"],
    9: ["septiembre"],
    10: ["octubre"],
    11: ["noviembre"],
    12: ["diciembre"],
  },
  available: ["disponible", "disponible desde", "disponible a partir de", "disponible ya"],
};
