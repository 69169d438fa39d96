import type { ApiKeyCreated } from "@plat/client";
import { useRef } from "preact/hooks";
import { serviceUrl } from "../api.ts";
import { curlCommand } from "../curl.ts";
import { Dialog, DialogFooter } from "../ui/dialog.tsx";
import { CodeBlock } from "../ui/code-block.tsx";

/** Returns an example request that the permissions of the key allow. */
function exampleRequest({ key, scopes }: Pick<ApiKeyCreated, "key" | "scopes">): {
  label: string;
  text: string;
} {
  if (scopes.includes("write")) return { label: "Create a listing", text: createListingCommand(key) };
  return {
    label: "Search",
    text: curlCommand({ url: `${serviceUrl}/properties/search`, key, body: { query: "3 bed house under 500k" } }),
  };
}

/** Returns a curl command that creates a listing and waits until searches find it. */
export const createListingCommand = (key: string): string =>
  curlCommand({
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

/** Shows a new API key. This is the only time that the key is visible. */
export function CreatedKeyDialog({
  createdKey,
  title,
  onClose,
}: {
  createdKey: ApiKeyCreated;
  title: string;
  onClose: () => void;
}) {
  const example = exampleRequest(createdKey);
  const isCopied = useRef(false);
  const onCopied = (): void => {
    isCopied.current = true;
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isWide
      isUnsaved={() => !isCopied.current}
      unsavedText="You haven’t copied this key. It can’t be shown again."
    >
      <p>
        Copy the key <strong>{createdKey.name}</strong> now. It is shown only once.
      </p>
      <CodeBlock label="API key" text={createdKey.key} onCopied={onCopied} />
      <p>Run this command in a shell to try it:</p>
      <CodeBlock label={example.label} text={example.text} onCopied={onCopied} />
      <DialogFooter action="Done" onAct={onClose} />
    </Dialog>
  );
}
