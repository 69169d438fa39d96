import type { Tables } from "../language.ts";

export const places: Tables = {
  near: {
    "": [
      "vicino a", "vicino ad", "vicino al", "vicino allo", "vicino alla", "vicino all'", "vicino ai", "vicino agli",
      "vicino alle", "vicino", "vicina a", "vicina al", "vicina alla", "vicina all'", "vicini a", "vicini al",
      "nei pressi di", "nei pressi del", "nei pressi della", "nei pressi dell'", "in prossimità di",
      "in prossimità del", "in prossimità della", "in prossimità dell'", "nelle vicinanze di", "nelle vicinanze del",
      "nelle vicinanze della", "nelle vicinanze dell'", "nei dintorni di", "dintorni di", "accanto a", "accanto al",
      "accanto alla", "accanto all'", "adiacente a", "adiacente al", "adiacente alla", "attiguo a", "non lontano da",
      "non lontano dal", "non lontano dalla", "poco distante da", "a pochi passi da", "a pochi passi dal",
      "a pochi passi dalla", "a pochi passi dall'", "a due passi da", "a due passi dal", "a due passi dalla",
      "a due passi dall'", "a pochi minuti da", "a pochi minuti dal", "a pochi minuti dalla", "a pochi chilometri da",
      "a pochi km da", "di fronte a", "di fronte al", "di fronte alla", "intorno a", "attorno a", "comodo a",
      "comodo alla", "comodo al", "vicinanze", "nei paraggi di",
    ],
    800: ["a piedi da", "a piedi dal", "a piedi dalla", "raggiungibile a piedi da"],
  },
  in: [
    "in", "a", "ad", "nel", "nello", "nella", "nell'", "nei", "negli", "nelle", "su", "sul", "sulla", "di", "del", "al",
    "alla", "ai", "presso", "per", "zona", "in zona", "zona di", "nella zona di", "nella zona", "quartiere",
    "nel quartiere", "quartiere di", "nel quartiere di", "città di", "la città di", "nella città di", "comune di",
    "nel comune di", "provincia di", "in provincia di", "nella provincia di", "regione", "località", "in località",
    "frazione", "cap", "codice postale", "all'interno di", "lungo",
  ],
  from: [
    "da", "dal", "dallo", "dalla", "dall'", "dai", "dagli", "dalle", "di", "del", "della", "intorno a", "attorno a",
  ],
  radius: [
    "nel raggio di", "in un raggio di", "entro un raggio di", "entro il raggio di", "raggio di", "entro", "entro i",
    "a meno di", "meno di", "a non più di", "a massimo", "al massimo a", "massimo a", "a una distanza di",
    "a una distanza massima di",
  ],
  mode: {
    walk: ["a piedi", "di cammino", "camminando"],
    drive: ["in auto", "in macchina", "di auto", "di macchina"],
    bike: ["in bici", "in bicicletta"],
    transit: [
      "in metro", "in metropolitana", "in treno", "di treno", "in autobus", "in bus", "in tram", "con i mezzi",
      "con i mezzi pubblici", "con mezzi pubblici",
    ],
  },
  direction: [
    "a nord di", "a sud di", "a est di", "a ovest di", "a nord del", "a sud del", "periferia di", "alla periferia di",
    "nella periferia di", "in periferia di",
  ],
  viewOf: ["mare", "oceano", "montagna", "città", "parco", "fiume"],
  viewWord: ["vista", "viste"],
  leaving: [
    "mi trasferisco da", "ci trasferiamo da", "mi sto trasferendo da", "ci stiamo trasferendo da", "trasferimento da",
    "vivo a", "viviamo a", "vivo in", "viviamo in", "abito a", "abitiamo a", "abito in", "abitiamo in",
    "attualmente vivo a", "attualmente abito a", "vendo il mio", "vendo la mia", "vendere il mio", "vendere la mia",
    "vendiamo il nostro", "vendiamo la nostra", "vendere il nostro", "vendere la nostra",
  ],
};
