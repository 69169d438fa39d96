import type { Tables } from "../language.ts";

export const sorting: Tables = {
  sort: {
    "price:asc": [
      "más barato", "más barata", "más baratos", "más baratas", "más económico", "más económicos", "precio más bajo",
      "menor precio",
    ],
    "price:desc": ["más caro", "más cara", "más caros", "más caras", "mayor precio"],
    "publishedAt:desc": ["más reciente", "más recientes", "últimos anuncios", "novedades", "más nuevos", "más nuevo"],
    "area:desc": ["más grande", "más grandes", "más amplio"],
    "area:asc": ["más pequeño", "más pequeños", "más pequeñas"],
  },
  sortBy: ["ordenado por", "ordenados por", "ordenar por", "ordenadas por"],
  sortField: {
    price: ["precio"],
    publishedAt: ["fecha"],
    area: ["superficie", "tamaño"],
    distance: ["distancia", "cercanía"],
  },
  order: {
    asc: ["ascendente", "de menor a mayor"],
    desc: ["descendente", "de mayor a menor"],
  },
  limit: ["los", "primeros", "los primeros"],
  result: ["resultados", "anuncios"],
};
