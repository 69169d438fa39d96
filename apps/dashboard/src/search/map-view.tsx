import type { WholeSearchResult } from "@plat/client";
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
import { type Box, boxOf } from "./search-state.ts";

setWorkerUrl(new URL(workerUrl, import.meta.url).href);

export interface MapPaneProps {
  result: WholeSearchResult | undefined;
  box: Box | undefined;
  /** When it changes, the map goes to where the hits are. */
  about: string;
  onZoom: (zoom: number) => void;
  onBox: (box: Box) => void;
}

interface MapViewProps extends MapPaneProps {
  tileUrl: string | null;
  attribution: string | null;
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Degrees between two lines, for about ten of them in view. */
function stepFor(degrees: number): number {
  const wanted = degrees / 10;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return ([1, 2, 5, 10].find((step) => step * power >= wanted) ?? 10) * power;
}

/** Lines of longitude and latitude in view, which give an idea of place and size where there are no tiles. */
function graticule([west, south, east, north]: Box) {
  const step = Math.min(30, stepFor(east - west));
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

const viewOf = (map: MapLibre): Box => {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
};

function styleOf(tileUrl: string | null, attribution: string | null): StyleSpecification {
  const background = {
    id: "ground",
    type: "background" as const,
    paint: { "background-color": colour("--map-ground") },
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
      { id: "lines", type: "line", source: "lines", paint: { "line-color": colour("--map-line"), "line-width": 1 } },
    ],
  };
}

/** Hits with a price as pins while they are few, else clusters with their counts. */
const pinsMax = 20;

export function MapView({ result, box, about, tileUrl, attribution, onZoom, onBox }: MapViewProps) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre | undefined>(undefined);
  const markers = useRef<Marker[]>([]);
  const [isMoved, setMoved] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const fittedTo = useRef(box === undefined ? undefined : about);

  useEffect(() => {
    if (element.current === null) return undefined;
    try {
      const made = new MapLibre({
        container: element.current,
        style: styleOf(tileUrl, attribution),
        center: [0, 40],
        zoom: 2,
        attributionControl: attribution === null ? false : { compact: true },
        dragRotate: false,
        pitchWithRotate: false,
      });
      made.addControl(new NavigationControl({ showCompass: false }), "top-right");
      made.addControl(new ScaleControl({ maxWidth: 120 }), "bottom-left");
      if (box !== undefined) made.fitBounds(box, { animate: false, padding: 24 });
      // Moves of the page's own carry no event of a person.
      made.on("moveend", ({ originalEvent }) => {
        if (originalEvent !== undefined) setMoved(true);
      });
      made.on("move", () => void made.getSource<GeoJSONSource>("lines")?.setData(graticule(viewOf(made))));
      map.current = made;
      return () => made.remove();
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
        ? pins(result)
        : clusters(result, (bounds) => current.fitBounds(bounds, { padding: 60, maxZoom: 14 }, { originalEvent: true }))
    ).map(({ element: content, at }) => new Marker({ element: content }).setLngLat(at).addTo(current));
    const bounds = boundsOf(result);
    if (fittedTo.current === about || bounds === undefined) return;
    fittedTo.current = about;
    current.fitBounds(bounds, { padding: 60, maxZoom: 13, animate: false });
    onZoom(Math.round(current.getZoom()));
  }, [result]);

  const searchHere = (): void => {
    const current = map.current;
    if (current === undefined) return;
    setMoved(false);
    onZoom(Math.min(22, Math.round(current.getZoom())));
    onBox(boxOf(viewOf(current)));
  };
  if (hasFailed)
    return <p class="faint">This browser cannot draw the map (WebGL is off). The list below has every hit.</p>;
  return (
    <div class="map">
      <div ref={element} class="map-canvas" role="application" aria-label="Map of the hits" />
      {isMoved && (
        <button type="button" class="button primary map-search" onClick={searchHere}>
          Search this area
        </button>
      )}
    </div>
  );
}

interface Placed {
  element: HTMLElement;
  at: [number, number];
}

const isFew = ({ total }: WholeSearchResult): boolean => total.value <= pinsMax;

function pins({ data }: WholeSearchResult): Placed[] {
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

function clusters({ clusters: found }: WholeSearchResult, onOpen: (bounds: Box) => void): Placed[] {
  return (found?.features ?? []).map(({ geometry, properties: { count, bbox } }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `cluster cluster-${count < 10 ? "s" : count < 100 ? "m" : "l"}`;
    button.textContent = formatCount(count);
    button.setAttribute("aria-label", `${count} listings here: go nearer`);
    button.addEventListener("click", () => onOpen(bbox));
    return { element: button, at: geometry.coordinates };
  });
}

/** What holds every cluster, or every hit where there are no clusters. */
function boundsOf({ clusters: found, data }: WholeSearchResult): Box | undefined {
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
