import type { Tables } from "../language.ts";

export const sorting: Tables = {
  sort: {
    "price:asc": [
      "moins cher", "moins chers", "moins chères", "le moins cher", "les moins chers", "moins chère", "prix croissant",
      "les moins chères", "prix le plus bas",
    ],
    "price:desc": ["plus cher", "plus chers", "le plus cher", "les plus chers", "prix décroissant", "plus chères"],
    "publishedAt:desc": [
      "plus récent", "plus récents", "les plus récents", "plus récentes", "les plus récentes", "dernières annonces",
      "nouveautés",
    ],
    "area:desc": ["plus grand", "plus grands", "plus grande", "les plus grands", "plus grandes"],
    "area:asc": ["plus petit", "plus petits", "les plus petits"],
  },
  sortBy: ["trié par", "triés par", "trier par", "classé par", "classés par"],
  sortField: {
    price: ["prix"],
    publishedAt: ["date"],
    area: ["surface", "superficie"],
    distance: ["distance"],
  },
  order: {
    asc: ["croissant"],
    desc: ["décroissant"],
  },
  result: ["résultats", "annonces"],
};
