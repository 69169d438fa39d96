import type { SearchResult } from "@plat/contracts";
import type { Clause } from "./query.ts";

/** Maximum number of clusters; those with the most listings are returned. */
const clustersMax = 5_000;

/** Groups listings by map tile. */
export const clusterAggregations = (precision: number): Record<string, Clause> => ({
  clusters: {
    geotile_grid: { field: "location", precision, size: clustersMax, shard_size: clustersMax * 4 },
    aggs: { centroid: { geo_centroid: { field: "location" } }, bounds: { geo_bounds: { field: "location" } } },
  },
});

interface Corner {
  lat: number;
  lon: number;
}
export interface RawClusters {
  buckets: {
    doc_count: number;
    centroid: { location: Corner };
    bounds: { bounds: { top_left: Corner; bottom_right: Corner } };
  }[];
}

/** GeoJSON (RFC 7946): the centroid of each cluster's listings, with their number and bounding bounds. */
export function readClusters({ buckets }: RawClusters): NonNullable<SearchResult["clusters"]> {
  return {
    type: "FeatureCollection",
    features: buckets.map(({ doc_count, centroid, bounds }) => {
      const { top_left: northWest, bottom_right: southEast } = bounds.bounds;
      return {
        type: "Feature",
        geometry: { type: "Point", coordinates: [centroid.location.lon, centroid.location.lat] },
        properties: { count: doc_count, bbox: [northWest.lon, southEast.lat, southEast.lon, northWest.lat] },
      };
    }),
  };
}
