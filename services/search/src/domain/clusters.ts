import type { SearchResult } from "@plat/contracts";
import type { Clause } from "../elasticsearch/listing-index.ts";

/** The clusters with most listings. */
const clustersMax = 5_000;

/** Listings by map tile. */
export const clusterAggregations = (precision: number): Record<string, Clause> => ({
  clusters: {
    geotile_grid: { field: "location", precision, size: clustersMax, shard_size: clustersMax * 4 },
    aggs: { centre: { geo_centroid: { field: "location" } }, box: { geo_bounds: { field: "location" } } },
  },
});

interface Corner {
  lat: number;
  lon: number;
}
export interface RawClusters {
  buckets: {
    doc_count: number;
    centre: { location: Corner };
    box: { bounds: { top_left: Corner; bottom_right: Corner } };
  }[];
}

/** GeoJSON (RFC 7946): a point in the middle of each cluster's listings, with their number and extent. */
export function readClusters({ buckets }: RawClusters): NonNullable<SearchResult["clusters"]> {
  return {
    type: "FeatureCollection",
    features: buckets.map(({ doc_count, centre, box }) => {
      const { top_left: northWest, bottom_right: southEast } = box.bounds;
      return {
        type: "Feature",
        geometry: { type: "Point", coordinates: [centre.location.lon, centre.location.lat] },
        properties: { count: doc_count, bbox: [northWest.lon, southEast.lat, southEast.lon, northWest.lat] },
      };
    }),
  };
}
