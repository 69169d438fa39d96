import { places as credentials, tokens } from "./credentials.ts";
import { malformed, methods, smuggling } from "./framing.ts";
import { bounds, places } from "./geo.ts";
import { responses, origins } from "./headers.ts";
import { bodies } from "./bodies.ts";
import { massAssignment } from "./mass-assignment.ts";
import { numbers } from "./numbers.ts";
import { queries } from "./queries.ts";
import { texts } from "./texts.ts";
import { urls } from "./urls.ts";
import type { Table } from "./case.ts";

/** The whole corpus, by attack surface. Add an attack as a line in one of the tables. */
export const tables: Readonly<Record<string, Table>> = {
  smuggling,
  "malformed requests": malformed,
  "methods and paths": methods,
  bodies,
  texts,
  numbers,
  queries,
  "mass assignment": massAssignment,
  "image URLs": urls,
  "boxes and polygons": places,
  "bounds of searches": bounds,
  credentials,
  "session tokens": tokens,
  "other origins": origins,
  "header fields": responses,
};
