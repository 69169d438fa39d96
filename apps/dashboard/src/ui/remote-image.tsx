import { useState } from "preact/hooks";
import { foreignHost, pictures } from "../image-policy.ts";
import { useStore } from "../store.ts";
import { Icon } from "./icons.tsx";

/** A picture of a listing, or a quiet surface in its place. Pictures of other hosts wait until somebody wants them. */
export function Picture({ url, alt, isLarge = false }: { url: string | undefined; alt: string; isLarge?: boolean }) {
  const isAllowed = useStore(pictures.fromElsewhere);
  const [isBroken, setBroken] = useState(false);
  const host = url === undefined ? undefined : foreignHost(url);
  if (url === undefined || isBroken || (host !== undefined && !isAllowed)) {
    return (
      <span class="picture picture-none">
        <Icon name="home" />
        {isLarge && host !== undefined && host !== "" && !isAllowed && (
          <button type="button" class="button small" onClick={() => pictures.choose(true)}>
            Load pictures from {host} and other hosts
          </button>
        )}
      </span>
    );
  }
  return (
    <img
      class="picture"
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
