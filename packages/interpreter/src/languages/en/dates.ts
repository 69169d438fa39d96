import type { Tables } from "../language.ts";

export const dates: Tables = {
  time: {
    hour: ["hour", "hours", "hr", "hrs"],
    day: ["day", "days"],
    week: ["week", "weeks", "wk", "wks"],
    month: ["month", "months", "mth", "mths"],
    year: ["year", "years", "yr", "yrs"],
  },
  last: [
    "in the last", "in last", "last", "past", "in the past", "in past", "within the last", "within last",
    "within the past", "over the last", "over the past", "during the last", "the last", "the past", "since last",
    "in the previous", "previous", "less than", "within", "in under", "not more than", "no more than", "in the latest",
  ],
  this: ["this", "in this", "the current", "during this", "earlier this"],
  day: {
    0: ["today", "since today"],
    1: ["yesterday", "since yesterday"],
  },
  listed: [
    "listed", "added", "posted", "published", "new", "newest", "latest", "recent", "recently listed", "newly listed",
    "newest listings", "latest listings", "new listings", "recent listings", "new on the market", "on the market",
    "on market", "came on the market", "came to market", "put on the market", "went live", "uploaded", "advertised",
    "just listed", "new to the market", "new properties", "new homes", "new to market", "recently added", "appeared",
    "online", "new this",
  ],
  changed: ["updated", "last updated", "changed", "last changed", "modified", "last modified", "edited"],
  month: {
    1: ["January", "Jan"],
    2: ["February", "Feb"],
    3: ["March", "Mar"],
    4: ["April", "Apr"],
    5: ["May"],
    6: ["June", "Jun"],
    7: ["July", "Jul"],
    8: ["August", "Aug"],
    9: ["September", "Sept", "Sep"],
    10: ["October", "Oct"],
    11: ["November", "Nov"],
    12: ["December", "Dec"],
  },
  available: [
    "available from", "available", "avail", "avail from", "avail now", "available now", "available immediately",
    "available on", "available in", "move in", "move in date", "moving in", "starting", "vacant from", "vacant",
  ],
};
