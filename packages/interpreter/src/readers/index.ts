import type { Tier } from "../read.ts";
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
import { labelledPrice, price, priceAfterPeriod, rentAfterPrice } from "./price.ts";
import { propertyType, roomOfHome } from "./property-type.ts";
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
import { signedAmount } from "./signed.ts";
import { sortBy, sortFirst, superlative } from "./sort.ts";
import {
  anythingElse,
  conjunction,
  functionWord,
  generic,
  negatedVerb,
  negation,
  preference,
  protectedWording,
  quotation,
  remark,
  remarkOnSubject,
  vague,
} from "./wording.ts";
import { yearTiers } from "./year.ts";

/** Rules that need a number: skipped where none follows. */
function beforeNumber(tiers: readonly Tier[]): readonly Tier[] {
  return tiers.map((tier) =>
    tier.map(({ name, read }) => ({
      name,
      read: (query, at, before) => (query.hasNumberFrom(at) ? read(query, at, before) : undefined),
    })),
  );
}

const AMOUNTS = beforeNumber([
  ...yearTiers,
  ...floorTiers,
  [labelledLimit],
  [limit],
  [joinedShorthand],
  [shorthand],
  [sumOfRooms],
  [rentAfterPrice],
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
  [protectedWording],
  ...dateTiers,
  [move],
  ...distanceTiers,
  ...beforeNumber([[fee], [signedAmount([...dateTiers, ...distanceTiers, ...AMOUNTS])]]),
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
    conjunction,
  ],
  [anythingElse],
];
