import type { Tables } from "../language.ts";

export const protectedWords: Tables = {
  protected: [
    "cristiano", "cristiana", "cristiani", "cristiane", "cattolico", "cattolica", "cattolici", "cattoliche",
    "evangelici", "ortodossi", "protestanti", "musulmano", "musulmana", "musulmani", "musulmane", "islamico",
    "islamica", "islamici", "ebreo", "ebrea", "ebrei", "ebraico", "ebraica", "religioso", "religiosa", "religiosi",
    "ateo", "atei", "chiesa", "moschea", "sinagoga", "rom e sinti", "famiglie rom", "zingaro", "zingari", "nomadi",
    "immigrato", "immigrata", "immigrati", "immigrate", "straniero", "straniera", "stranieri", "straniere",
    "no stranieri", "extracomunitario", "extracomunitaria", "extracomunitari", "extracomunitarie", "no extracomunitari",
    "comunitari", "rifugiato", "rifugiati", "profughi", "nazionalità", "nazionalità italiana", "cittadinanza",
    "cittadinanza italiana", "cittadini italiani", "italiani", "solo italiani", "soltanto italiani", "solo europei",
    "europei", "africani", "arabi", "cinesi", "rumeni", "albanesi", "marocchini", "neri", "bianchi",
    "persone di colore", "razza", "etnia", "minoranze", "famiglia", "famiglie", "solo famiglie", "famiglia giovane",
    "giovane famiglia", "giovani famiglie", "nucleo familiare", "familiare", "familiari", "bambino", "bambini",
    "bambina", "bambine", "senza bambini", "con bambini", "neonato", "neonati", "figlio", "figli", "senza figli",
    "con figli", "incinta", "coppia", "coppie", "solo coppie", "coppia giovane", "giovane coppia", "giovani coppie",
    "coppia gay", "sposati", "sposini", "coniugi", "celibe", "nubile", "divorziato", "divorziati", "mamma single",
    "donna", "donne", "solo donne", "donna sola", "ragazza", "ragazze", "solo ragazze", "uomo", "uomini", "solo uomini",
    "ragazzo", "ragazzi", "solo ragazzi", "anziano", "anziana", "anziani", "anziane", "pensionato", "pensionata",
    "pensionati", "terza età", "disabile", "disabili", "invalido", "invalidi", "handicappati", "portatori di handicap",
    "giovane", "giovani", "gente giovane", "giovani professionisti", "omosessuale", "omosessuali", "eterosessuale",
    "eterosessuali", "quartiere cinese", "quartiere arabo",
  ],
  protectedWide: [
    "italiano", "italiana", "italiane", "africano", "africana", "arabo", "araba", "cinese", "rumeno", "rumena",
    "albanese", "marocchino", "marocchina", "indiano", "indiani", "pakistani", "bangladesi", "ucraini", "russo",
    "russi", "inglese", "francese", "tedesco", "nero", "nera", "bianco", "bianca", "misto", "mista", "tradizionale",
  ],
  protectedAfter: [
    "quartiere", "zona", "comunità", "solo", "soltanto", "esclusivamente", "vicinato", "vicini", "residenti",
    "inquilino", "inquilini", "persone", "popolazione", "famiglia", "famiglie", "coppie", "donne", "uomini",
    "proprietario", "referenziati", "referenziate", "ammessi", "benvenuti", "cittadini", "studenti", "lavoratori",
  ],
};
