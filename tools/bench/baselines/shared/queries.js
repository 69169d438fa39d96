/** Elasticsearch requests that all frameworks send. */

const visible = (organizationId) => ({
  bool: {
    should: [{ term: { status: "active" } }, { term: { organizationId } }],
    minimum_should_match: 1,
  },
});
const newestFirst = [{ publishedAt: { order: "desc", missing: "_last" } }, { id: { order: "asc" } }];

export const mappings = {
  dynamic: false,
  properties: {
    id: { type: "keyword" },
    organizationId: { type: "keyword" },
    status: { type: "keyword" },
    listingType: { type: "keyword" },
    propertyType: { type: "keyword" },
    propertyCategory: { type: "keyword" },
    price: { type: "double" },
    bedrooms: { type: "double" },
    bathrooms: { type: "double" },
    area: { type: "double" },
    yearBuilt: { type: "integer" },
    features: { type: "keyword" },
    title: { type: "text" },
    description: { type: "text" },
    address: {
      properties: { city: { type: "keyword" }, community: { type: "keyword" }, region: { type: "keyword" } },
    },
    location: { type: "geo_point" },
    publishedAt: { type: "date" },
    updatedAt: { type: "date" },
  },
};

export function similarQuery(reference, limit) {
  const { address, bedrooms, price } = reference;
  const filter = [
    { term: { status: "active" } },
    { term: { propertyType: reference.propertyType } },
    { term: { propertyCategory: reference.propertyCategory } },
  ];
  const places = [];
  if (address?.city != null) places.push({ term: { "address.city": address.city } });
  if (address?.community != null) places.push({ term: { "address.community": address.community } });
  if (places.length > 0) filter.push({ bool: { should: places, minimum_should_match: 1 } });
  if (bedrooms != null) filter.push({ range: { bedrooms: { gte: bedrooms - 1, lte: bedrooms + 1 } } });
  if (price != null) filter.push({ range: { price: { gte: price * 0.75, lte: price * 1.25 } } });
  return {
    size: limit,
    track_total_hits: false,
    query: { bool: { filter, must_not: [{ term: { id: reference.id } }] } },
    sort: newestFirst,
  };
}

const terms = (field, size) => ({ terms: { field, size, shard_size: size * 5 } });
const byType = { byType: terms("propertyType", 1000) };

export const aggregationsQuery = (status) => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: [{ term: { status } }] } },
  aggs: {
    cities: { ...terms("address.city", 1000), aggs: byType },
    regions: { ...terms("address.region", 1000), aggs: byType },
    types: terms("propertyType", 1000),
    categories: terms("propertyCategory", 1000),
  },
});

const counts = ({ buckets }) => Object.fromEntries(buckets.map(({ key, doc_count }) => [key, doc_count]));
const places = ({ buckets }) =>
  Object.fromEntries(
    buckets.map(({ key, doc_count, byType: types }) => [key, { total: doc_count, byType: counts(types) }]),
  );
const names = ({ buckets }) => buckets.map(({ key }) => key).sort((a, b) => a.localeCompare(b));

export const aggregationsResponse = ({ hits, aggregations }) => ({
  byCity: places(aggregations.cities),
  byRegion: places(aggregations.regions),
  byPropertyType: counts(aggregations.types),
  byPropertyCategory: counts(aggregations.categories),
  availableCities: names(aggregations.cities),
  availableRegions: names(aggregations.regions),
  availablePropertyTypes: names(aggregations.types),
  availablePropertyCategories: names(aggregations.categories),
  totalProperties: hits.total.value,
});

export function searchQuery({ filters = {}, limit = 20 }, organizationId) {
  const filter = [visible(organizationId), { terms: { status: filters.status ?? ["active"] } }];
  const any = (field, values) => {
    if (values !== undefined) filter.push({ terms: { [field]: values } });
  };
  const between = (field, range) => {
    if (range !== undefined) filter.push({ range: { [field]: { gte: range.min, lte: range.max } } });
  };
  if (filters.listingType !== undefined) filter.push({ term: { listingType: filters.listingType } });
  any("propertyType", filters.propertyTypes);
  any("address.city", filters.cities);
  between("price", filters.price);
  between("bedrooms", filters.bedrooms);
  for (const feature of filters.features ?? []) filter.push({ term: { features: feature } });
  return { size: limit, track_total_hits: true, query: { bool: { filter } }, sort: newestFirst };
}
