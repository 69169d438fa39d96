import { useEffect, useState } from "preact/hooks";
import { config } from "../api.ts";
import { useStore } from "../store.ts";
import { Loading } from "../ui/loading.tsx";
import type { MapPaneProps, MapView } from "./map-view.tsx";

/** The map of search results. Its library is loaded when the map is opened for the first time. */
export function MapPane(props: MapPaneProps) {
  const [view, setView] = useState<{ MapView: typeof MapView } | undefined>(undefined);
  const [hasFailed, setFailed] = useState(false);
  const settings = useStore(config);
  useEffect(() => {
    import("./map-view.tsx").then(setView, () => setFailed(true));
  }, []);
  if (hasFailed) return <p class="muted">The map could not be loaded. See the list below for all results.</p>;
  if (view === undefined) return <Loading lines={6} label="Loading the map" />;
  return (
    <view.MapView {...props} tileUrl={settings?.tileUrl ?? null} attribution={settings?.tileAttribution ?? null} />
  );
}
