import type { CompleteSearchResult } from "@plat/client";
import {
  type GeoJSONSource,
  Map as MapLibre,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { useEffect, useRef, useState } from "preact/hooks";
import { formatCount, formatPrice } from "../format.ts";
import { href } from "../router.ts";
import { type Box, normalizeBox } from "./search-state.ts";

setWorkerUrl(new URL(workerUrl, import.meta.url).href);

export interface MapPaneProps {
  result: CompleteSearchResult | undefined;
  box: Box | undefined;
  /** When this key changes, the map moves to the bounds of the results. */
  fitKey: string;
  onZoom: (zoom: number) => void;
  onBox: (box: Box) => void;
}

interface MapViewProps extends MapPaneProps {
  tileUrl: string | null;
  attribution: string | null;
}

const cssColor = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Returns the distance in degrees between two grid lines, for about ten lines in `degrees`. */
function graticuleStep(degrees: number): number {
  const target = degrees / 10;
  const power = 10 ** Math.floor(Math.log10(target));
  return ([1, 2, 5, 10].find((step) => step * power >= target) ?? 10) * power;
}

/** Returns the visible lines of longitude and latitude. They show position and scale on a map without tiles. */
function graticule([west, south, east, north]: Box) {
  const step = Math.min(30, graticuleStep(east - west));
  const steps = (from: number, to: number): number[] =>
    Array.from(
      { length: Math.max(0, Math.ceil((to - from) / step)) + 2 },
      (_, index) => (Math.floor(from / step) + index) * step,
    );
  const lines = [
    ...steps(west, east).map((lon) => [
      [lon, Math.max(-85, south - step)],
      [lon, Math.min(85, north + step)],
    ]),
    ...steps(south, north).map((lat) => [
      [west - step, lat],
      [east + step, lat],
    ]),
  ];
  return {
    type: "Feature" as const,
    properties: {},
    geometry: { type: "MultiLineString" as const, coordinates: lines },
  };
}

const visibleBox = (map: MapLibre): Box => {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
};

function mapStyle(tileUrl: string | null, attribution: string | null): StyleSpecification {
  const background = {
    id: "background",
    type: "background" as const,
    paint: { "background-color": cssColor("--map-background") },
  };
  if (tileUrl !== null)
    return {
      version: 8,
      sources: { tiles: { type: "raster", tiles: [tileUrl], tileSize: 256, attribution: attribution ?? "" } },
      layers: [background, { id: "tiles", type: "raster", source: "tiles" }],
    };
  return {
    version: 8,
    sources: { lines: { type: "geojson", data: graticule([-180, -85, 180, 85]) } },
    layers: [
      background,
      { id: "lines", type: "line", source: "lines", paint: { "line-color": cssColor("--map-grid"), "line-width": 1 } },
    ],
  };
}

/** Up to this many results are shown as pins with a price, more as clusters with a count. */
const maxPins = 20;

export function MapView({ result, box, fitKey, tileUrl, attribution, onZoom, onBox }: MapViewProps) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre | undefined>(undefined);
  const markers = useRef<Marker[]>([]);
  const [isMoved, setMoved] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const fittedTo = useRef(box === undefined ? undefined : fitKey);

  useEffect(() => {
    if (element.current === null) return undefined;
    try {
      const instance = new MapLibre({
        container: element.current,
        style: mapStyle(tileUrl, attribution),
        center: [0, 40],
        zoom: 2,
        attributionControl: attribution === null ? false : { compact: true },
        dragRotate: false,
        pitchWithRotate: false,
      });
      instance.addControl(new NavigationControl({ showCompass: false }), "top-right");
      instance.addControl(new ScaleControl({ maxWidth: 120 }), "bottom-left");
      if (box !== undefined) instance.fitBounds(box, { animate: false, padding: 24 });
      // Programmatic moves have no original event.
      instance.on("moveend", ({ originalEvent }) => {
        if (originalEvent !== undefined) setMoved(true);
      });
      instance.on(
        "move",
        () => void instance.getSource<GeoJSONSource>("lines")?.setData(graticule(visibleBox(instance))),
      );
      map.current = instance;
      return () => instance.remove();
    } catch {
      setFailed(true);
      return undefined;
    }
  }, []);

  useEffect(() => {
    const current = map.current;
    if (current === undefined || result === undefined) return;
    for (const marker of markers.current) marker.remove();
    markers.current = (
      isFew(result)
        ? pinMarkers(result)
        : clusterMarkers(result, (bounds) =>
            current.fitBounds(bounds, { padding: 60, maxZoom: 14 }, { originalEvent: true }),
          )
    ).map(({ element: content, at }) => new Marker({ element: content }).setLngLat(at).addTo(current));
    const bounds = boundsOf(result);
    if (fittedTo.current === fitKey || bounds === undefined) return;
    fittedTo.current = fitKey;
    current.fitBounds(bounds, { padding: 60, maxZoom: 13, animate: false });
    onZoom(Math.round(current.getZoom()));
  }, [result]);

  const searchHere = (): void => {
    const current = map.current;
    if (current === undefined) return;
    setMoved(false);
    onZoom(Math.min(22, Math.round(current.getZoom())));
    onBox(normalizeBox(visibleBox(current)));
  };
  if (hasFailed)
    return (
      <p class="muted">
        This browser can’t display the map because WebGL is disabled. See the list below for all results.
      </p>
    );
  return (
    <div class="map">
      <div ref={element} class="map-canvas" role="application" aria-label="Map of search results" />
      {isMoved && (
        <button type="button" class="button primary map-search" onClick={searchHere}>
          Search this area
        </button>
      )}
    </div>
  );
}

interface MarkerContent {
  element: HTMLElement;
  at: [number, number];
}

const isFew = ({ total }: CompleteSearchResult): boolean => total.value <= maxPins;

function pinMarkers({ data }: CompleteSearchResult): MarkerContent[] {
  return data.flatMap((hit) => {
    if (hit.location === null) return [];
    const link = document.createElement("a");
    link.className = "pin";
    link.href = href(`/listings/${hit.id}`);
    link.textContent = hit.price === null ? hit.propertyType : formatPrice(hit);
    link.title = hit.title;
    return [{ element: link, at: [hit.location.lon, hit.location.lat] as [number, number] }];
  });
}

function clusterMarkers({ clusters: found }: CompleteSearchResult, onOpen: (bounds: Box) => void): MarkerContent[] {
  return (found?.features ?? []).map(({ geometry, properties: { count, bbox } }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `cluster cluster-${count < 10 ? "s" : count < 100 ? "m" : "l"}`;
    button.textContent = formatCount(count);
    button.setAttribute("aria-label", `${count} listings, zoom in`);
    button.addEventListener("click", () => onOpen(bbox));
    return { element: button, at: geometry.coordinates };
  });
}

/** Returns the bounds of all clusters, or of all hits if there are no clusters. */
function boundsOf({ clusters: found, data }: CompleteSearchResult): Box | undefined {
  const boxes = found?.features.map(({ properties }) => properties.bbox) ?? [];
  const points = data.flatMap(({ location }) =>
    location === null ? [] : [[location.lon, location.lat, location.lon, location.lat] as Box],
  );
  const all = boxes.length > 0 ? boxes : points;
  const [first, ...rest] = all;
  return rest.reduce<Box | undefined>(
    (sum, [west, south, east, north]) =>
      sum === undefined
        ? undefined
        : [Math.min(sum[0], west), Math.min(sum[1], south), Math.max(sum[2], east), Math.max(sum[3], north)],
    first,
  );
}
