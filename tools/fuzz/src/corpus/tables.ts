import { places as credentials, tokens } from "./credentials.ts";
import { malformed, methods, smuggling } from "./framing.ts";
import { bounds, places } from "./geo.ts";
import { answers, origins } from "./headers.ts";
import { bodies, massAssignment, numbers, queries, texts, urls } from "./input.ts";
import type { Table } from "./case.ts";

/** The whole corpus, by what is attacked. To add an attack is to add a line to one of the tables. */
export const tables: Readonly<Record<string, Table>> = {
  smuggling,
  "malformed requests": malformed,
  "methods and paths": methods,
  bodies,
  texts,
  numbers,
  queries,
  "mass assignment": massAssignment,
  "addresses of pictures": urls,
  "boxes and polygons": places,
  "bounds of searches": bounds,
  credentials,
  "session tokens": tokens,
  "other origins": origins,
  "header fields": answers,
};
