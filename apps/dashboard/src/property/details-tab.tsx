import type { Property } from "@plat/client";
import { useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatArea, formatCount, formatDate, words } from "../format.ts";
import { Card } from "../ui/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { Picture } from "../ui/remote-image.tsx";
import { useLoad } from "../use-load.ts";

export function DetailsTab({ property, isOwn }: { property: Property; isOwn: boolean }) {
  const { address } = property;
  const facts: [string, string | undefined][] = [
    ["Type", property.propertyType],
    ["Category", property.propertyCategory],
    ["Bedrooms", number(property.bedrooms)],
    ["Bathrooms", number(property.bathrooms)],
    ["Area", property.area === null ? undefined : formatArea(property.area, property.areaUnit)],
    ["Plot", property.lotArea === null ? undefined : formatArea(property.lotArea, property.areaUnit)],
    ["Built", property.yearBuilt === null ? undefined : String(property.yearBuilt)],
    ["Floor", property.floor === null ? undefined : String(property.floor)],
    ["Address", [address.street, address.unit].filter(Boolean).join(", ") || undefined],
    ["City", [address.postalCode, address.city].filter(Boolean).join(" ") || undefined],
    ["Region", [address.region, address.country].filter(Boolean).join(", ") || undefined],
    ["Position", property.location === null ? undefined : `${property.location.lat}, ${property.location.lon}`],
    ["Published", property.publishedAt === null ? undefined : formatDate(property.publishedAt)],
    ["Your id", property.externalId ?? undefined],
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
                <Badge key={feature}>{words(feature)}</Badge>
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
  const [at, setAt] = useState(0);
  const current = images[at] ?? images[0];
  return (
    <figure class="gallery">
      <Picture
        key={current?.url}
        url={current?.url}
        alt={current?.caption ?? `Picture ${at + 1} of ${property.title}`}
        isLarge
      />
      {images.length > 1 && (
        <div class="thumbs">
          {images.map(({ url }, index) => (
            <button
              key={url}
              type="button"
              aria-label={`Picture ${index + 1}`}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              <Picture url={url} alt="" />
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
      <p class="faint">{[phone, email].filter(Boolean).join(" · ")}</p>
      <p class="faint">{formatCount(activeListings)} active listings</p>
    </Card>
  );
}
