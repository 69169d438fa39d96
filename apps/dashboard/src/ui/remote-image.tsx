import { useState } from "preact/hooks";
import { otherHost, imagePolicy } from "../image-policy.ts";
import { useStore } from "../store.ts";
import { Icon } from "./icons.tsx";

/** An image, or a placeholder if it is missing, broken, or on another host that the user has not allowed. */
export function RemoteImage({
  url,
  alt,
  isLarge = false,
}: {
  url: string | undefined;
  alt: string;
  isLarge?: boolean;
}) {
  const isAllowed = useStore(imagePolicy.allowsOtherHosts);
  const [isBroken, setBroken] = useState(false);
  const host = url === undefined ? undefined : otherHost(url);
  if (url === undefined || isBroken || (host !== undefined && !isAllowed)) {
    return (
      <span class="image image-placeholder">
        <Icon name="house" />
        {isLarge && host !== undefined && host !== "" && !isAllowed && (
          <button type="button" class="button small" onClick={() => imagePolicy.setAllowed(true)}>
            Load images from {host} and other hosts
          </button>
        )}
      </span>
    );
  }
  return (
    <img
      class="image"
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
