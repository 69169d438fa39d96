import type { Tables } from "../language.ts";

export const grammar: Tables = {
  stop: [
    "se busca", "pido", "el", "la", "los", "las", "un", "una", "unos", "unas", "al", "y", "e", "que", "se", "me", "mi",
    "busco", "buscamos", "buscando", "quiero", "queremos", "necesito", "necesitamos", "quisiera", "me gustaría", "con",
    "tenga", "tengan", "que tenga", "que tengan", "hay", "por", "para", "de", "del", "en", "a", "solo", "todos",
    "todas", "mostrar", "muéstrame", "ver", "algún", "alguna", "algo", "su", "lo", "hola", "es", "sea", "esté", "tiene",
    "tienen", "cualquier", "donde", "más", "pero", "situado", "situada", "ubicado", "ubicada", "ahora", "por favor",
    "c/", "incluido", "incluida", "incluidos", "incluidas", "tenéis", "tipo", "tipología",
  ],
  joiner: ["de", "del", "la", "el", "los", "las", "un", "una", "para", "por", "al"],
  generic: [
    "propiedad", "propiedades", "inmueble", "inmuebles", "vivienda", "viviendas", "anuncios", "alojamiento",
    "inmobiliaria", "residencia",
  ],
  vague: [
    "más gastos", "gastos aparte", "gastos no incluidos", "lujo", "de lujo", "lujoso", "lujosa", "barato", "barata",
    "baratos", "baratas", "económico", "económica", "económicos", "bonito", "bonita", "tranquilo", "tranquila",
    "luminoso", "luminosa", "amplio", "amplia", "grande", "grandes", "pequeño", "pequeña", "moderno", "moderna",
    "acogedor", "acogedora", "exclusivo", "exclusiva", "opción a compra", "opción de compra", "derecho a compra",
    "céntrico", "céntrica", "rústico", "rústica", "nuevo", "nueva", "soleado", "soleada", "reformar a gusto",
    "bien comunicado", "bien comunicada", "asequible", "buen estado", "en buen estado", "impecable", "precioso",
    "preciosa", "antiguo", "antigua", "segunda mano", "de segunda mano", "certificado energético a",
    "certificado energético b", "certificado energético c", "certificado energético d", "certificado energético e",
    "certificado energético f", "certificado energético g",
  ],
  offtopic: [
    "receta", "chiste", "poema", "traduce", "traducir", "capital de", "qué tiempo", "habitantes tiene", "quién es",
    "quién fue", "presidente", "canción", "capital del", "cuál es la capital",
  ],
  question: [
    "cuántos", "cuántas", "cuánto", "cuánto cuesta", "cuánto cuestan", "cuánto vale", "precio medio",
    "precio promedio",
  ],
  conj: {
    or: ["o", "u", "o bien"],
    and: ["y", "e", "además", "así como", "también", "y también"],
  },
  not: [
    "sin", "no", "excepto", "menos en", "salvo", "que no sea", "que no sean", "que no tenga", "no en", "nada de", "ni",
    "exceptuando", "fuera de", "tampoco", "no quiero", "en cualquier sitio menos", "no quiero que", "no queremos",
    "no me gusta", "no me gustan", "no nos gusta", "no nos gustan", "ningún", "ninguna", "harto de", "harta de",
    "hartos de", "cansado de", "cansada de", "cansados de", "s/",
  ],
  nothing: ["nada", "ninguno", "ninguna"],
  negatedVerb: [
    "pagar", "gastar", "pasar", "quiero", "queremos", "puedo", "podemos", "puede", "debe", "debería", "pienso",
    "cueste", "cuesten", "cuesta", "ser", "sea", "sean", "busco", "buscamos", "ver", "mostrar", "muestres", "vivir",
    "vivir en", "me", "nos", "que", "con", "algo", "nada", "interesado en", "interesada en", "interesados en",
  ],
  neutral: [
    "no necesito", "no hace falta", "no importa", "con o sin", "no me importa", "no nos importa", "da igual",
    "me da igual", "nos da igual", "me da igual si",
  ],
  notNeeded: ["no es necesario", "no necesario", "no hace falta", "no importa"],
  needed: [
    "necesario", "necesaria", "necesarios", "necesarias", "es necesario", "es necesaria", "requerido", "requerida",
    "no pasa nada", "no es problema", "no es un problema",
  ],
  must: ["imprescindible", "necesario", "obligatorio", "indispensable", "es imprescindible"],
  soft: [
    "preferiblemente", "preferentemente", "a ser posible", "idealmente", "mejor con", "si puede ser", "preferible",
  ],
  softAfter: ["si es posible", "a ser posible", "preferible", "preferiblemente", "sería ideal", "se valora"],
  withWord: ["con", "y", "que tenga", "incluye", "c/"],
  explicit: ["primero"],
};
