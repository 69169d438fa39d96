import type { WholeSearchResult } from "@plat/client";
import { useEffect, useState } from "preact/hooks";
import { config } from "../api.ts";
import { useStore } from "../store.ts";
import { Loading } from "../ui/parts.tsx";
import type { Box } from "./search-state.ts";
import type { MapView } from "./map-view.tsx";

export interface MapPaneProps {
  result: WholeSearchResult | undefined;
  box: Box | undefined;
  /** When it changes, the map goes to where the hits are. */
  about: string;
  onZoom: (zoom: number) => void;
  onBox: (box: Box) => void;
}

/** The map, whose library is loaded when it is wanted first. */
export function MapPane(props: MapPaneProps) {
  const [view, setView] = useState<{ MapView: typeof MapView } | undefined>(undefined);
  const [hasFailed, setFailed] = useState(false);
  const settings = useStore(config);
  useEffect(() => {
    import("./map-view.tsx").then(setView, () => setFailed(true));
  }, []);
  if (hasFailed) return <p class="faint">The map could not be loaded. The list below has every hit.</p>;
  if (view === undefined) return <Loading lines={6} label="Loading the map" />;
  return (
    <view.MapView {...props} tileUrl={settings?.tileUrl ?? null} attribution={settings?.tileAttribution ?? null} />
  );
}
