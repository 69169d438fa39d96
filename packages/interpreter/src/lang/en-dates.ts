import type { Table, WordClass } from "./language.ts";

/** Words of time: when a listing was published or changed, and when somebody may move in. */
export const enDates = {
  renovated: { "": "renovated|refurbished|remodeled|remodelled|updated|modernised|modernized|redone" },
  available: {
    "": "available from|available|avail|avail from|avail now|available now|available immediately|available on|available in|move in|move in date|moving in|starting|vacant from|vacant",
  },
  changed: {
    "": "updated|last updated|changed|last changed|modified|last modified|edited",
  },
  time: {
    hour: "hour|hours|hr|hrs",
    day: "day|days",
    week: "week|weeks|wk|wks",
    month: "month|months|mth|mths",
    year: "year|years|yr|yrs",
  },
  last: {
    "": "in the last|in last|last|past|in the past|in past|within the last|within last|within the past|over the last|over the past|during the last|the last|the past|since last|in the previous|previous|less than|within|in under|not more than|no more than|in the latest",
  },
  this: { "": "this|in this|the current|during this|earlier this" },
  day: { "0": "today|since today", "1": "yesterday|since yesterday" },
  listed: {
    "": "listed|added|posted|published|new|newest|latest|recent|recently listed|newly listed|newest listings|latest listings|new listings|recent listings|new on the market|on the market|on market|came on the market|came to market|put on the market|went live|uploaded|advertised|just listed|new to the market|new properties|new homes|new to market|recently added|appeared|online|new this",
  },
  month: {
    "1": "january|jan",
    "2": "february|feb",
    "3": "march|mar",
    "4": "april|apr",
    "5": "may",
    "6": "june|jun",
    "7": "july|jul",
    "8": "august|aug",
    "9": "september|sept|sep",
    "10": "october|oct",
    "11": "november|nov",
    "12": "december|dec",
  },
} satisfies Partial<Record<WordClass, Table>>;
