import type { ApiKeyCreated } from "@plat/client";
import { useRef } from "preact/hooks";
import { serviceUrl } from "../api.ts";
import { curlOf } from "../curl.ts";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { CodeBlock } from "../ui/code-block.tsx";

/** A first request with a key, which fits what the key may do. */
export function firstCurl({ key, scopes }: Pick<ApiKeyCreated, "key" | "scopes">): { label: string; text: string } {
  if (scopes.includes("write")) return { label: "Create a listing", text: createCurl(key) };
  return {
    label: "Search",
    text: curlOf({ url: `${serviceUrl}/properties/search`, key, body: { query: "3 bed house under 500k" } }),
  };
}

/** Answers once the listing is in the search. */
export const createCurl = (key: string): string =>
  curlOf({
    url: `${serviceUrl}/properties?waitForIndex=true`,
    key,
    body: {
      title: "Two-bedroom flat by the river",
      propertyType: "Apartment",
      propertyCategory: "Residential",
      listingType: "sale",
      price: 245_000,
      currency: "EUR",
      bedrooms: 2,
      area: 84,
      features: ["terrace"],
      address: { city: "Valencia", community: "Ruzafa", country: "ES" },
      location: { lat: 39.4617, lon: -0.3735 },
    },
  });

/** The one time that a key is seen. */
export function KeyShown({ made, title, onClose }: { made: ApiKeyCreated; title: string; onClose: () => void }) {
  const first = firstCurl(made);
  const isCopied = useRef(false);
  const copied = (): void => {
    isCopied.current = true;
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isWide
      isUnsaved={() => !isCopied.current}
      loss="This key has not been copied yet, and nobody can see it again."
    >
      <p>
        Copy <strong>{made.name}</strong> now: it is shown this once, and only its hash is kept.
      </p>
      <CodeBlock label="API key" text={made.key} onCopied={copied} />
      <p>Paste this into a shell to see it work:</p>
      <CodeBlock label={first.label} text={first.text} onCopied={copied} />
      <DialogFoot action="I have copied it" onAct={onClose} />
    </Dialog>
  );
}
