import { languages } from "../languages/index.ts";
import { fold } from "./fold.ts";

/** One token of a query. `start` and `end` are UTF-16 offsets into the query as it was written. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "number" | "symbol";
  /** Folded text; a spelling correction replaces it. */
  norm: string;
  /** The folded word as written, if spelling correction replaced it. */
  readonly correctedFrom?: string;
  /** Number tokens: digits and separators as written. */
  readonly raw: string;
  readonly value: number;
  /** Whether there is no white space before it. */
  readonly glued: boolean;
  /** Begins with an upper case letter. */
  readonly capital: boolean;
}

const NUMBER = /\d+(?:[.,'’]\d+)*/y;
const SPACED_GROUPS = /\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?![\p{L}\p{N}.,])/uy;
const DOTTED = /(?:\p{L}\.){2,}\p{L}?(?!\p{L})/uy;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’](?=\p{L})[\p{L}\p{M}\p{N}]+)*/uy;
const elisions = languages.flatMap(({ elisions: words = [] }) => words);
const ELISION = new RegExp(`^(?:${elisions.join("|")})['’](?=[aeiouyhéèêàâîôœ])`, "iu");
const COORDINATES = /^\d{1,3}\.\d{4,},\d{1,3}\.\d+$/;
const OPERATORS = /<=|>=|=<|=>|\.\.\.?|[^\s]/uy;
const ABBREVIATIONS = new Set(languages.flatMap(({ abbreviations = [] }) => abbreviations));

/** Value of digits with separators as written in English, German, Spanish, French, Swiss or Indian style. */
export function parseNumber(raw: string): number {
  const text = raw.replace(/['’ \u00a0\u2009\u202f]/g, "");
  const dots = text.split(".").length - 1;
  const commas = text.split(",").length - 1;
  if (dots === 0 && commas === 0) return Number(text);
  if (dots > 0 && commas > 0) {
    const decimal = text.lastIndexOf(".") > text.lastIndexOf(",") ? "." : ",";
    const [whole, fraction] = splitLast(text, decimal);
    return Number(`${whole.replace(/[.,]/g, "")}.${fraction}`);
  }
  const separator = dots > 0 ? "." : ",";
  if (dots + commas > 1) return Number(text.split(separator).join(""));
  const [whole, fraction] = splitLast(text, separator);
  // One separator and three digits after it are thousands ("180.000", "2,000"), unless the number begins with a zero.
  if (fraction.length === 3 && whole.length <= 3 && !whole.startsWith("0")) return Number(whole + fraction);
  return Number(`${whole}.${fraction}`);
}

function splitLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}

function sticky(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Decimal digits of any script as those of ASCII, one UTF-16 unit for one. */
function plainDigits(query: string): string {
  return query.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    if (digit.length > 1) return digit;
    // Digits of a script follow each other from its zero, which is at the first or the seventh place of a row of 16.
    const code = digit.charCodeAt(0);
    const first = /\p{Nd}/u.test(String.fromCharCode(code & ~15)) ? 0 : 6;
    return String((code & 15) - first);
  });
}

/** Splits a query into words, numbers and symbols. A hyphen inside a word separates; a hyphen between digits is a symbol. */
export function tokenize(written: string): Token[] {
  const query = plainDigits(written);
  const tokens: Token[] = [];
  let i = 0;
  let spaceBefore = true;
  const add = (kind: Token["kind"], start: number, end: number, norm: string): void => {
    const raw = query.slice(start, end);
    const first = raw.charAt(0);
    tokens.push({
      start,
      end,
      kind,
      norm,
      raw,
      value: kind === "number" ? parseNumber(raw) : Number.NaN,
      glued: !spaceBefore,
      capital: first !== first.toLowerCase(),
    });
    spaceBefore = false;
  };
  while (i < query.length) {
    const code = query.charCodeAt(i);
    if (code <= 0x20 || (code > 0x7e && /\s|\p{Cf}/u.test(query.charAt(i)))) {
      spaceBefore = true;
      i++;
      continue;
    }
    if (code >= 0x30 && code <= 0x39) {
      const number = sticky(SPACED_GROUPS, query, i) ?? sticky(NUMBER, query, i) ?? query.charAt(i);
      if (COORDINATES.test(number)) {
        const comma = i + number.indexOf(",");
        add("number", i, comma, number.slice(0, comma - i));
        add("symbol", comma, comma + 1, ",");
        add("number", comma + 1, i + number.length, number.slice(comma + 1 - i));
      } else add("number", i, i + number.length, number);
      i += number.length;
      continue;
    }
    const dotted = query.charAt(i + 1) === "." ? sticky(DOTTED, query, i) : undefined;
    if (dotted !== undefined) {
      add("word", i, i + dotted.length, fold(dotted).replace(/\./g, ""));
      i += dotted.length;
      continue;
    }
    const word = sticky(WORD, query, i);
    if (word !== undefined) {
      const elided = ELISION.exec(word)?.[0];
      if (elided !== undefined) add("word", i, i + elided.length, fold(elided).replace("'", ""));
      const start = i + (elided?.length ?? 0);
      i += word.length;
      const norm = fold(query.slice(start, i)).replace(/'/g, "");
      add("word", start, i, norm);
      // The dot of an abbreviation ("sq. ft.") ends no phrase.
      if (query.charAt(i) === "." && ABBREVIATIONS.has(norm)) i++;
      else if (separates(query, i) && !(norm !== "b" && tiesAmounts(query, start, i))) i++;
      continue;
    }
    const symbol = sticky(OPERATORS, query, i) ?? query.charAt(i);
    if ((symbol === "-" || symbol === "_") && joins(query, i)) {
      i++;
      continue;
    }
    add("symbol", i, i + symbol.length, SAME[symbol] ?? fold(symbol));
    i += symbol.length;
  }
  return tokens;
}

const SAME: Readonly<Record<string, string>> = {
  "–": "-",
  "—": "-",
  "‐": "-",
  "‑": "-",
  "−": "-",
  "=<": "<=",
  "=>": ">=",
  "≤": "<=",
  "≥": ">=",
  "≈": "~",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "＂": '"',
  "…": "...",
};

const HYPHENS = /[-‐‑_]/;

function separates(query: string, at: number): boolean {
  return HYPHENS.test(query.charAt(at)) && /[\p{L}\p{N}]/u.test(query.charAt(at + 1));
}

/** "300k-500k": a hyphen between two amounts is of a range; "3b-2b" is of bedrooms and bathrooms. */
function tiesAmounts(query: string, start: number, at: number): boolean {
  return /\d/.test(query.charAt(start - 1)) && /\d/.test(query.charAt(at + 1));
}

/** A hyphen between a digit and a letter, as in "3-bed". */
function joins(query: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(query.charAt(at - 1)) && /\p{L}/u.test(query.charAt(at + 1));
}
