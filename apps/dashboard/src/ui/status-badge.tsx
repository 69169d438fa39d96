import type { Property } from "@plat/client";
import { capitalize } from "../format.ts";
import { Badge, type Tone } from "./badge.tsx";

const tones: Readonly<Record<Property["status"], Tone>> = {
  active: "success",
  pending: "warning",
  inactive: "neutral",
  sold: "accent",
  rented: "accent",
};

/** The status of a listing as a colored badge. */
export const StatusBadge = ({ status }: { status: Property["status"] }) => (
  <Badge tone={tones[status]}>{capitalize(status)}</Badge>
);
