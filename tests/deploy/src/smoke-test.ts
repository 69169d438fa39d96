import { sendRequest, eventually, row, rows } from "@plat/testkit";
import { expect } from "chai";

const listing = {
  title: "Flat above the harbour",
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
};

/**
 * Follows one listing through every service and backing service: account, session and key (keys service, MongoDB, Redis),
 * writes, history, agents and events (listings service, MongoDB, JetStream), search, similar and counts (search service,
 * Elasticsearch), a revoked key.
 * @throws AssertionError that names the step with an unexpected response
 */
export async function runSmokeTest(url: string, name: string): Promise<void> {
  const call = async (path: string, status: number, options: Parameters<typeof sendRequest>[2] = {}) => {
    const answer = await sendRequest(url, path, options);
    expect(answer.status, `${options.method ?? "call"} ${path}: ${JSON.stringify(answer.body)}`).to.equal(status);
    return answer;
  };
  const user = { email: `${name}@example.com`, password: "correct horse battery" };
  await call("/auth/sign-up", 201, { body: { organizationName: name, ...user } });
  const token = String(row(await call("/auth/sign-in", 200, { body: user }))["token"]);
  const made = row(await call("/api-keys", 201, { token, body: { name: "first" } }));
  const key = String(made["key"]);
  expect(row(await call("/auth/whoami", 200, { key }))).to.nested.include({ "organization.name": name });

  const created = row(await call("/properties?waitForIndex=true", 201, { key, body: listing }));
  const path = `/properties/${String(created["id"])}`;
  await call(path, 200, { method: "PATCH", key, body: { price: 239_000 } });
  expect(row(await call(path, 200, { key }))).to.include({ price: 239_000 });
  await call(`${path}/history`, 200, { key });
  await call("/agents", 201, { key, body: { name: "Ana", email: `ana-${name}@example.com` } });
  await eventually(async () => {
    const found = await call("/properties/search", 200, { key, body: { query: "2 bed apartment in Valencia" } });
    expect(rows(found).map((each) => each["id"])).to.include(created["id"]);
  });
  await call(`${path}/similar?includeBranding=true`, 200, { key });
  await call("/properties/aggregations", 200, { key });
  expect(row(await call("/properties/stats/counts", 200, { key }))).to.not.deep.equal({});
  await eventually(async () => {
    const events = rows(await call("/events?after=0", 200, { key })).map((each) => each["type"]);
    expect(events).to.include.members(["property.created", "property.price_changed"]);
  });
  await call(path, 204, { method: "DELETE", key });
  await call(path, 404, { key });
  await call(`/api-keys/${String(made["id"])}`, 200, { method: "DELETE", token });
  await call("/properties", 401, { key });
}
