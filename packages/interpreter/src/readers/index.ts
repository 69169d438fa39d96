import type { Tier } from "../read.ts";
import { memoizeByToken } from "../text/memoize.ts";
import type { TaggedQuery } from "../text/tagged-query.ts";
import { area, areaOfFeature, labelledArea, labelledLotArea } from "./area.ts";
import { countedFeature } from "./counted-feature.ts";
import { dateTiers } from "./date.ts";
import { distanceTiers } from "./distance.ts";
import { feature, negativeFeature, twoViews } from "./feature.ts";
import { fee, feeAfterAmount } from "./fee.ts";
import { floorTiers } from "./floor.ts";
import { labelledLimit, limit } from "./limit.ts";
import { move } from "./move.ts";
import { listingType, propertyCategory, status } from "./offer.ts";
import { place } from "./place.ts";
import { labelledPrice, price, priceAfterPeriod, statedPrice, wordAfterPrice } from "./price.ts";
import { propertyType, roomOfHome } from "./property-type.ts";
import { reference } from "./reference.ts";
import {
  joinedShorthand,
  labelledBathrooms,
  labelledBedrooms,
  labelledRoomsOfAnyKind,
  rooms,
  roomsOrStoreys,
  shorthand,
  sumOfRooms,
} from "./rooms.ts";
import { nameWithReservedWord, reservedName } from "./reserved-name.ts";
import { signedAmount } from "./signed.ts";
import { sortBy, sortFirst, superlative } from "./sort.ts";
import {
  anythingElse,
  conjunction,
  functionWord,
  generic,
  label,
  negatedVerb,
  negation,
  preference,
  protectedWording,
  question,
  quotation,
  remark,
  remarkOnSubject,
  separator,
  vague,
} from "./wording.ts";
import { yearTiers } from "./year.ts";

/** Restricts rules to the tokens where they can match at all. */
function where(applies: (query: TaggedQuery, at: number) => boolean, tiers: readonly Tier[]): readonly Tier[] {
  return tiers.map((tier) =>
    tier.map(({ name, read }) => ({
      name,
      read: (query, at, before) => (applies(query, at) ? read(query, at, before) : undefined),
    })),
  );
}

const hasTime = memoizeByToken(
  (query) =>
    query.contains("time", "day", "month", "listed", "changed", "renovated", "available") ||
    query.tokens.some(({ kind, raw }) => kind === "number" && /(?:19|20)\d\d/.test(raw)),
);
const hasDistance = memoizeByToken(
  (query) =>
    query.contains("near", "distance", "radius", "direction") ||
    query.tokens.some(({ kind, raw }) => kind === "number" && /\.\d/.test(raw)),
);

const DATES = where((query) => hasTime(query, 0), dateTiers);
const DISTANCES = where((query) => hasDistance(query, 0), distanceTiers);
const beforeNumber = (query: TaggedQuery, at: number): boolean => query.hasNumberFrom(at);

const AMOUNTS = where(beforeNumber, [
  ...yearTiers,
  ...floorTiers,
  [labelledLimit],
  [limit],
  [joinedShorthand],
  [shorthand],
  [sumOfRooms],
  [labelledLotArea],
  [labelledArea],
  [labelledPrice],
  [labelledBedrooms],
  [labelledBathrooms],
  [labelledRoomsOfAnyKind],
  [countedFeature],
  [rooms],
  [areaOfFeature],
  [area],
  [roomsOrStoreys],
  [feeAfterAmount],
  [price],
  [priceAfterPeriod],
]);

/**
 * The rules by priority. A tier is tried only if no earlier tier matches at a token; within a tier, the longest match wins,
 * and in a tie the first rule.
 */
export const TIERS: readonly Tier[] = [
  [quotation],
  [question],
  [protectedWording],
  [nameWithReservedWord],
  [reservedName],
  [reference],
  ...DATES,
  [move],
  ...DISTANCES,
  ...where(beforeNumber, [[fee], [signedAmount([...DATES, ...DISTANCES, ...AMOUNTS])]]),
  [wordAfterPrice],
  [statedPrice],
  [negativeFeature],
  ...AMOUNTS,
  [remarkOnSubject],
  [negation],
  [negatedVerb],
  [sortBy],
  [superlative],
  [sortFirst],
  [preference],
  [remark],
  [twoViews],
  [
    place,
    feature,
    propertyType,
    status,
    listingType,
    propertyCategory,
    roomOfHome,
    generic,
    vague,
    functionWord,
    label,
    conjunction,
  ],
  [separator],
  [anythingElse],
];
