import type { SearchHit, SimilarHit, Complete } from "@plat/client";
import { formatArea, formatCount, formatPrice, listingTypeLabel, formatPlace, humanize } from "../format.ts";
import { href } from "../router.ts";
import { Badge } from "../ui/badge.tsx";
import { RemoteImage } from "../ui/remote-image.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

const matchLabels: Readonly<Record<string, string>> = {
  city: "Same city",
  community: "Same community",
  bedrooms: "Similar bedrooms",
  price: "Similar price",
};

/** A search hit as a card. */
export function HitCard({ hit, level = 2 }: { hit: Complete<SearchHit> | Complete<SimilarHit>; level?: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  const facts = [
    hit.propertyType,
    hit.bedrooms === null ? undefined : `${formatCount(hit.bedrooms)}\u{A0}bed`,
    hit.bathrooms === null ? undefined : `${formatCount(hit.bathrooms)}\u{A0}bath`,
    hit.area === null ? undefined : formatArea(hit.area, hit.areaUnit),
    hit.yearBuilt === null ? undefined : String(hit.yearBuilt),
  ].filter((fact) => fact !== undefined);
  const place = formatPlace(hit.address);
  return (
    <li class="hit">
      <RemoteImage url={hit.media.find(({ kind }) => kind === "image")?.url} alt="" />
      <div class="hit-body">
        <p class="hit-price">
          {formatPrice(hit)}
          {hit.listingType === "rent" && <Badge>{listingTypeLabel(hit.listingType)}</Badge>}
          {hit.status !== "active" && <StatusBadge status={hit.status} />}
        </p>
        <Heading class="hit-title">
          <a href={href(`/listings/${hit.id}`)}>{hit.title}</a>
        </Heading>
        {place !== "" && <p class="muted">{place}</p>}
        <p class="hit-facts">{facts.join(" · ")}</p>
        {hit.branding?.displayName !== undefined && hit.branding.displayName !== null && (
          <p class="muted">by {hit.branding.displayName}</p>
        )}
        {"distance" in hit && hit.distance !== undefined && <p class="muted">{formatDistance(hit.distance)} away</p>}
        {"matchedOn" in hit ? (
          <p class="hit-tags">
            {hit.matchedOn.map((match) => (
              <Badge key={match} tone="accent">
                {matchLabels[match] ?? match}
              </Badge>
            ))}
          </p>
        ) : (
          <p class="hit-tags">
            {hit.features.slice(0, 4).map((feature) => (
              <Badge key={feature}>{humanize(feature)}</Badge>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

/** Formats a distance in meters as `250 m` or `1.2 km`. */
const formatDistance = (meters: number): string =>
  meters < 950 ? `${Math.round(meters / 10) * 10} m` : `${(meters / 1000).toFixed(1)} km`;
