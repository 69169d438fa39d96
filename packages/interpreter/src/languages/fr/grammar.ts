import type { Tables } from "../language.ts";

export const grammar: Tables = {
  stop: [
    "le", "la", "les", "un", "une", "des", "du", "de", "d'", "l'", "et", "je", "j'", "nous", "on", "cherche",
    "cherchons", "recherche", "recherchons", "voudrais", "voudrions", "veux", "souhaite", "souhaitons", "trouver",
    "trouve", "montre", "montrez", "moi", "avec", "dont", "dans", "en", "à", "au", "aux", "sur", "pour", "par", "qui", "que",
    "ait", "ayant", "possédant", "il", "y", "est", "c'", "s'", "seulement", "aussi", "tous", "toutes", "mon", "ma",
    "notre", "svp", "bonjour", "situé", "située", "disposant", "besoin", "besoin d'", "sont", "soit", "n'", "ne",
    "peux", "pouvons", "ce", "cet", "comprenant", "maintenant", "y a-t-il", "a-t-il", "partout", "vers", "son", "mais", "quelque chose",
  ],
  joiner: ["le", "la", "les", "un", "une", "des", "du", "de", "d'", "l'", "pour", "au", "aux"],
  generic: [
    "bien", "biens", "logement", "logements", "propriété", "propriétés", "annonces", "annonce", "immobilier",
    "habitation", "résidence principale", "bien immobilier",
  ],
  vague: [
    "charges en plus", "charges en sus", "charges non comprises", "luxe", "de luxe", "luxueux", "luxueuse", "calme",
    "beau", "belle", "lumineux", "lumineuse", "spacieux", "spacieuse", "moderne", "pas cher", "pas chère", "pas chers",
    "abordable", "grand", "grande", "petit", "petite", "charmant", "charmante", "de charme", "cosy", "standing",
    "de standing", "haut de gamme", "ancien", "ancienne", "neuf", "neuve", "ensoleillé", "ensoleillée", "haussmannien",
    "bien situé", "bon état", "en bon état", "atypique", "prestige", "de prestige", "économique", "option d'achat",
    "location-accession",
  ],
  offtopic: [
    "météo", "recette", "blague", "poème", "traduis", "traduire", "capitale de", "combien d'habitants", "qui est",
    "qui était", "président", "chanson",
  ],
  question: [
    "combien", "combien de", "combien d'", "combien coûte", "combien coûtent", "prix moyen", "prix médian",
    "quel est le prix", "quel est le prix moyen",
  ],
  conj: {
    or: ["ou", "ou bien"],
    and: ["et", "ainsi que", "ainsi qu'", "plus", "mais aussi"],
  },
  not: [
    "sans", "pas de", "pas d'", "pas en", "pas un", "pas une", "pas au", "pas à", "sauf", "hors", "excepté",
    "à l'exception de", "ni", "pas dans", "pas", "non", "mais pas", "mais pas de", "mais pas d'", "en dehors de",
    "partout sauf", "aucun", "aucune", "marre de", "marre d'", "marre des", "pas envie de", "pas envie d'",
  ],
  nothing: ["rien"],
  negatedVerb: [
    "payer", "dépenser", "mettre", "aller", "voir", "veux", "veut", "voulons", "peux", "pouvons", "doit", "coûte",
    "coûtent", "coûter", "habiter", "vivre", "qui", "que", "avec", "à", "intéressé par", "intéressée par",
  ],
  neutral: ["pas besoin de", "pas besoin d'", "avec ou sans", "peu importe"],
  notNeeded: ["pas nécessaire", "pas indispensable", "non nécessaire"],
  needed: [
    "nécessaire", "nécessaires", "requis", "requise", "est nécessaire", "pas grave", "c'est pas grave",
    "ce n'est pas grave", "pas un problème", "ok",
  ],
  must: ["indispensable", "obligatoire", "impératif", "impérativement", "nécessaire", "exigé"],
  soft: ["idéalement", "de préférence", "de préférence avec", "si possible", "éventuellement", "idéalement avec"],
  softAfter: [
    "si possible", "de préférence", "souhaité", "souhaitée", "serait un plus", "apprécié", "appréciée", "bienvenu",
    "serait idéal",
  ],
  withWord: ["avec", "dont", "et", "comprenant", "ayant", "possédant"],
  explicit: ["d'abord", "en premier"],
};
