import type { Property } from "@plat/client";
import { Badge, type Tone } from "./badge.tsx";

const tones: Readonly<Record<Property["status"], Tone>> = {
  active: "good",
  pending: "warn",
  inactive: "plain",
  sold: "accent",
  rented: "accent",
};

export const StatusBadge = ({ status }: { status: Property["status"] }) => <Badge tone={tones[status]}>{status}</Badge>;
