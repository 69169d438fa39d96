import type { Property } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatArea, formatCount, formatUtcDate, humanize, pluralize } from "../format.ts";
import { Card } from "../ui/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { RemoteImage } from "../ui/remote-image.tsx";
import { useLoad } from "../use-load.ts";

/** Images, description, facts and the agent of a listing. */
export function DetailsTab({ property, isOwn }: { property: Property; isOwn: boolean }) {
  const { address } = property;
  const facts: [string, string | undefined][] = [
    ["Type", property.propertyType],
    ["Category", property.propertyCategory],
    ["Bedrooms", number(property.bedrooms)],
    ["Bathrooms", number(property.bathrooms)],
    ["Area", property.area === null ? undefined : formatArea(property.area, property.areaUnit)],
    ["Lot area", property.lotArea === null ? undefined : formatArea(property.lotArea, property.areaUnit)],
    ["Year built", property.yearBuilt === null ? undefined : String(property.yearBuilt)],
    ["Floor", property.floor === null ? undefined : String(property.floor)],
    ["Address", [address.street, address.unit].filter(Boolean).join(", ") || undefined],
    ["City", [address.postalCode, address.city].filter(Boolean).join(" ") || undefined],
    ["Region", [address.region, address.country].filter(Boolean).join(", ") || undefined],
    ["Coordinates", property.location === null ? undefined : `${property.location.lat}, ${property.location.lon}`],
    ["Published", property.publishedAt === null ? undefined : formatUtcDate(property.publishedAt)],
    ["External ID", property.externalId ?? undefined],
  ];
  return (
    <div class="details">
      <div>
        <Gallery property={property} />
        {property.description !== "" && (
          <Card title="Description">
            <p class="prose">{property.description}</p>
          </Card>
        )}
      </div>
      <div>
        <Card title="Facts">
          <dl class="facts">
            {facts.map(([name, value]) =>
              value === undefined ? null : (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
            )}
          </dl>
          {property.features.length > 0 && (
            <p class="hit-tags">
              {property.features.map((feature) => (
                <Badge key={feature}>{humanize(feature)}</Badge>
              ))}
            </p>
          )}
        </Card>
        {isOwn && property.agentId !== null && <AgentCard id={property.agentId} />}
      </div>
    </div>
  );
}

const number = (value: number | null): string | undefined => (value === null ? undefined : formatCount(value));

function Gallery({ property }: { property: Property }) {
  const images = property.media.filter(({ kind }) => kind !== "video");
  const [index, setIndex] = useState(0);
  const current = images[index] ?? images[0];
  return (
    <figure class="gallery">
      <RemoteImage
        key={current?.url}
        url={current?.url}
        alt={current?.caption ?? `Image ${index + 1} of ${property.title}`}
        isLarge
      />
      {images.length > 1 && (
        <div class="thumbs">
          {images.map(({ url }, position) => (
            <button
              key={url}
              type="button"
              aria-label={`Image ${position + 1}`}
              aria-pressed={position === index}
              onClick={() => setIndex(position)}
            >
              <RemoteImage url={url} alt="" />
            </button>
          ))}
        </div>
      )}
    </figure>
  );
}

function AgentCard({ id }: { id: string }) {
  const agent = useLoad((signal) => plat.getAgent(id, { signal }), [id]);
  if (agent.data === undefined) return null;
  const { name, phone, email, activeListings } = agent.data;
  return (
    <Card title="Agent">
      <p>
        <strong>{name}</strong>
      </p>
      <p class="muted">{[phone, email].filter(Boolean).join(" · ")}</p>
      <p class="muted">{pluralize(activeListings, "active listing")}</p>
    </Card>
  );
}
