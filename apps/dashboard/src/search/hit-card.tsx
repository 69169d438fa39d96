import type { SearchHit, SimilarHit, Whole } from "@plat/client";
import { formatArea, formatCount, formatPrice, placeOf, words } from "../format.ts";
import { href } from "../router.ts";
import { Badge } from "../ui/badge.tsx";
import { Picture } from "../ui/remote-image.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

const matches: Readonly<Record<string, string>> = {
  city: "same city",
  community: "same community",
  bedrooms: "bedrooms",
  price: "price",
};

/** A listing in a list of hits. */
export function HitCard({ hit, level = 2 }: { hit: Whole<SearchHit> | Whole<SimilarHit>; level?: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  const facts = [
    hit.propertyType,
    hit.bedrooms === null ? undefined : `${formatCount(hit.bedrooms)}\u{A0}bed`,
    hit.bathrooms === null ? undefined : `${formatCount(hit.bathrooms)}\u{A0}bath`,
    hit.area === null ? undefined : formatArea(hit.area, hit.areaUnit),
    hit.yearBuilt === null ? undefined : String(hit.yearBuilt),
  ].filter((fact) => fact !== undefined);
  const place = placeOf(hit.address);
  return (
    <li class="hit">
      <Picture url={hit.media.find(({ kind }) => kind === "image")?.url} alt="" />
      <div class="hit-body">
        <p class="hit-price">
          {formatPrice(hit)}
          {hit.listingType === "rent" && <Badge>rent</Badge>}
          {hit.status !== "active" && <StatusBadge status={hit.status} />}
        </p>
        <Heading class="hit-title">
          <a href={href(`/listings/${hit.id}`)}>{hit.title}</a>
        </Heading>
        {place !== "" && <p class="faint">{place}</p>}
        <p class="hit-facts">{facts.join(" · ")}</p>
        {hit.branding?.displayName !== undefined && hit.branding.displayName !== null && (
          <p class="faint">by {hit.branding.displayName}</p>
        )}
        {"distance" in hit && hit.distance !== undefined && <p class="faint">{distanceText(hit.distance)} away</p>}
        {"matchedOn" in hit ? (
          <p class="hit-tags">
            {hit.matchedOn.map((match) => (
              <Badge key={match} tone="accent">
                {matches[match] ?? match}
              </Badge>
            ))}
          </p>
        ) : (
          <p class="hit-tags">
            {hit.features.slice(0, 4).map((feature) => (
              <Badge key={feature}>{words(feature)}</Badge>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

const distanceText = (metres: number): string =>
  metres < 950 ? `${Math.round(metres / 10) * 10} m` : `${(metres / 1000).toFixed(1)} km`;
