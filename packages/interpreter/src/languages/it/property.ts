import type { Tables } from "../language.ts";

export const property: Tables = {
  type: {
    house: [
      "casa", "case", "casa indipendente", "case indipendenti", "casa singola", "case singole", "casa semindipendente",
      "casa semi indipendente", "porzione di casa", "porzione di bifamiliare", "unifamiliare", "casa unifamiliare",
      "bifamiliare", "casa bifamiliare", "case bifamiliari", "terratetto", "terra tetto", "casa di paese",
      "casa di corte", "casa al mare", "case al mare", "casa vacanza", "casa vacanze", "case vacanza",
    ],
    townhouse: [
      "villetta a schiera", "villette a schiera", "villa a schiera", "ville a schiera", "casa a schiera",
      "case a schiera", "schiera",
    ],
    apartment: [
      "appartamento", "appartamenti", "app.to", "appart", "mansarda", "mansarde", "appartamento in condominio",
      "appartamento mansardato",
    ],
    studio: ["monolocale", "monolocali"],
    penthouse: ["attico", "attici", "superattico", "superattici", "super attico"],
    duplex: ["duplex", "appartamento duplex"],
    loft: ["loft"],
    villa: [
      "villa", "ville", "villetta", "villette", "villino", "villini", "villa singola", "ville singole",
      "villa unifamiliare", "ville unifamiliari", "villetta bifamiliare", "villette bifamiliari", "villa bifamiliare",
      "ville bifamiliari", "villetta singola", "villetta indipendente",
    ],
    mansion: ["palazzo storico", "palazzo d'epoca", "dimora storica", "dimore storiche", "residenza d'epoca"],
    farmhouse: [
      "casale", "casali", "rustico", "rustici", "casolare", "casolari", "cascina", "cascine", "cascinale", "cascinali",
      "masseria", "masserie", "casa colonica", "case coloniche", "casa di campagna", "case di campagna", "trullo",
      "trulli", "dammuso", "colonica",
    ],
    farm: [
      "podere", "poderi", "azienda agricola", "aziende agricole", "tenuta", "tenute", "fattoria", "fattorie",
      "agriturismo", "agriturismi",
    ],
    cottage: ["casetta", "casette"],
    chalet: ["baita", "baite", "chalet"],
    land: [
      "terreno", "terreni", "terreno edificabile", "terreni edificabili", "terreno agricolo", "terreni agricoli",
      "terreno residenziale", "lotto", "lotti", "lotto edificabile", "lotti edificabili", "lotto di terreno",
      "lotti di terreno", "appezzamento", "appezzamento di terreno", "suolo edificabile",
    ],
    office: ["ufficio", "uffici", "studio professionale", "studio medico", "spazio ufficio", "locale uso ufficio"],
    retail: [
      "negozio", "negozi", "locale commerciale", "locali commerciali", "spazio commerciale", "spazi commerciali",
      "bottega", "botteghe", "attività commerciale",
    ],
    warehouse: [
      "capannone", "capannoni", "capannone industriale", "capannoni industriali", "magazzino", "magazzini", "opificio",
      "laboratorio artigianale",
    ],
    room: [
      "stanza", "stanza in affitto", "stanze in affitto", "camera in affitto", "camere in affitto", "stanza singola",
      "stanze singole", "stanza doppia", "stanza privata", "posto letto", "posti letto", "stanza in condivisione",
      "camera in condivisione", "stanza in appartamento condiviso", "camera in appartamento condiviso",
      "stanza in appartamento", "appartamento condiviso", "appartamento in condivisione", "casa condivisa",
      "coabitazione", "stanza per studenti", "camera per studenti", "affitto stanza", "affitto camera",
      "affittasi stanza", "affittasi camera", "camera singola", "camere singole", "camera privata",
    ],
    building: [
      "palazzo", "palazzi", "palazzina", "palazzine", "edificio", "edifici", "stabile", "stabili", "intero stabile",
      "intero edificio",
    ],
    hotel: ["albergo", "alberghi"],
    mobile_home: [
      "casa mobile", "case mobili", "prefabbricato", "prefabbricati", "casa prefabbricata", "case prefabbricate",
    ],
    houseboat: ["casa galleggiante"],
  },
  category: {
    commercial: [
      "commerciale", "immobile commerciale", "immobili commerciali", "uso commerciale", "ad uso commerciale",
    ],
    industrial: ["industriale", "industriali", "uso industriale"],
  },
  listing: {
    sale: [
      "in vendita", "vendita", "vendite", "vendesi", "si vende", "vendo", "comprare", "acquistare", "acquisto",
      "da comprare", "da acquistare", "compro", "acquisto di", "in acquisto", "compravendita",
    ],
    rent: [
      "in affitto", "affitto", "affitti", "affittasi", "si affitta", "affittare", "da affittare",
      "da prendere in affitto", "prendere in affitto", "in locazione", "locazione", "per affitto", "d'affitto",
      "da affitto",
    ],
  },
  status: {
    sold: [
      "venduto", "venduta", "venduti", "vendute", "già venduto", "già venduti", "appena venduto", "appena venduta",
      "appena venduti", "appena vendute",
    ],
    pending: [
      "riservato", "riservata", "riservati", "opzionato", "opzionata", "in trattativa", "sotto offerta",
      "proposta accettata", "prenotato", "prenotata",
    ],
    rented: ["affittato", "affittata", "affittati", "affittate"],
    active: ["ancora disponibile", "ancora disponibili"],
  },
  bed: [
    "camera da letto", "camere da letto", "camera", "camere", "stanza da letto", "stanze da letto",
    "camera matrimoniale", "camere matrimoniali", "camera doppia", "camere doppie", "cameretta", "camerette",
    "camera da letto matrimoniale", "camere da letto matrimoniali", "cam.",
  ],
  bath: ["bagno", "bagni", "bagno completo", "bagni completi", "bagno finestrato", "bagni finestrati", "wc"],
  room: ["locali", "locale", "vani", "vano", "stanze", "stanza", "ambienti", "ambiente"],
  roomAdjective: [
    "grandi", "ampie", "ampi", "spaziose", "spaziosi", "belle", "comode", "comodi", "doppi", "grande", "ampia", "ampio",
  ],
  floor: {
    0: ["piano terra", "piano terreno", "pianterreno", "pian terreno", "pianoterra"],
    "-1": ["seminterrato", "piano seminterrato"],
  },
  floorWord: ["piano", "piano numero"],
  storey: ["piani", "livelli"],
  lot: [
    "terreno", "terreno di", "terreno da", "con terreno di", "lotto", "lotto di", "lotto da", "giardino di",
    "giardino da", "parco di", "superficie del terreno", "superficie terreno",
  ],
  areaWord: [
    "superficie", "superficie utile", "superficie commerciale", "superficie calpestabile", "superficie abitabile",
    "superficie minima", "di superficie", "metratura", "metratura minima", "dimensione", "dimensioni", "grandezza",
    "calpestabili", "commerciali", "abitabili",
  ],
  price: [
    "prezzo", "prezzi", "budget", "il mio budget", "costo", "costa", "costano", "valore", "prezzo di",
    "prezzo richiesto", "canone", "canone mensile", "canone di affitto", "pigione", "spesa",
  ],
  fee: [
    "caparra", "deposito", "deposito cauzionale", "cauzione", "acconto", "anticipo", "stipendio", "stipendi", "reddito",
    "redditi", "guadagno", "guadagniamo", "tasse", "imu", "tari", "mutuo", "mutui", "rata", "rate", "rata del mutuo",
    "spese condominiali", "spese di condominio", "condominio", "risparmi", "ipoteca", "provvigione",
  ],
  yearWord: [
    "costruito nel", "costruita nel", "costruiti nel", "costruite nel", "costruito", "costruita", "costruiti",
    "costruite", "costruzione del", "anno di costruzione", "anno costruzione", "edificato nel", "edificata nel",
    "edificato", "edificata",
  ],
  built: [
    "costruito", "costruita", "costruiti", "costruite", "costruito nel", "costruita nel", "edificato", "edificata",
  ],
  renovated: [
    "ristrutturato", "ristrutturata", "rinnovato", "rinnovata", "restaurato", "restaurata", "ristrutturato nel",
    "ristrutturata nel",
  ],
  old: ["anni di età", "anni di vita", "anni", "anno di vita"],
};
