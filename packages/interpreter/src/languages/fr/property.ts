import type { Tables } from "../language.ts";

export const property: Tables = {
  type: {
    house: [
      "maison", "maisons", "maison individuelle", "maison mitoyenne", "pavillon", "pavillons", "maison jumelée",
      "maison familiale individuelle",
    ],
    apartment: ["appartement", "appartements", "appart", "apparts", "appt", "appts"],
    studio: ["studio", "studette", "T1", "F1", "studios"],
    townhouse: ["maison de ville", "maisons de ville", "hôtel particulier"],
    villa: ["villa", "villas"],
    penthouse: ["dernier étage terrasse penthouse"],
    loft: ["loft", "lofts"],
    duplex: ["duplex", "appartement duplex", "souplex"],
    farmhouse: ["ferme", "fermes", "corps de ferme", "mas", "longère", "bastide", "fermette", "domaine viticole"],
    cottage: ["maison de campagne", "maisons de campagne", "gîte"],
    chalet: ["chalet", "chalets"],
    land: [
      "terrain", "terrains", "terrain à bâtir", "terrains à bâtir", "terrain constructible", "parcelle", "parcelles",
    ],
    office: ["bureau", "bureaux"],
    retail: ["local commercial", "boutique", "commerce", "locaux commerciaux", "magasin", "fonds de commerce"],
    warehouse: ["entrepôt", "entrepôts", "hangar", "local industriel"],
    room: [
      "chambre en colocation", "colocation", "coloc", "chambre chez l'habitant", "chambre à louer", "chambre meublée",
    ],
    building: ["immeuble", "immeubles"],
  },
  listing: {
    sale: ["à vendre", "vente", "acheter", "achat", "en vente", "à l'achat", "à acheter"],
    rent: ["à louer", "location", "louer", "en location", "de location"],
  },
  status: {
    sold: ["vendu", "vendue", "vendus", "vendues"],
    pending: ["sous compromis", "sous offre", "réservé", "réservée"],
    rented: ["loué", "louée", "loués"],
  },
  bed: ["chambre", "chambres", "ch", "chb", "chbr", "chbre", "chbres", "chambres à coucher", "chambre à coucher"],
  bath: [
    "salle de bain", "salles de bain", "salle de bains", "salles de bains", "sdb", "salle d'eau", "salles d'eau", "sde",
  ],
  room: ["pièces", "pièce", "p", "pcs"],
  roomAdjective: ["grandes", "belles", "vraies"],
  floor: {
    0: ["rez-de-chaussée", "RDC", "rez-de-jardin"],
    "-1": ["sous-sol aménagé"],
  },
  floorWord: ["étage"],
  storey: ["étages", "niveaux"],
  lot: ["terrain", "terrain de", "parcelle", "parcelle de", "jardin de", "sur un terrain de", "avec terrain de"],
  areaWord: ["hab", "habitable", "surface", "superficie", "surface habitable", "habitables", "taille"],
  price: ["prix", "budget", "loyer", "mon budget", "coût", "loyer de", "notre budget"],
  fee: [
    "apport", "salaire", "revenu", "revenus", "gagne", "gagnons", "impôts", "taxe foncière", "mensualité",
    "mensualités", "hypothèque", "caution", "dépôt de garantie", "charges",
  ],
  yearWord: [
    "construit en", "construite en", "construit", "construite", "année", "année de construction", "année construction",
    "construits",
  ],
  built: ["construit", "construite", "construits", "construites"],
  old: ["ans", "an d'âge"],
};
