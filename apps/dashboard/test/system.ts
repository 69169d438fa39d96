import { eventually, type Plat as RunningPlat, startPlat } from "@plat/testkit";
import { expect } from "chai";
import { Plat } from "@plat/client";
import { ensureDashboard } from "../build/build.ts";

/** A running Plat whose gateway serves the dashboard. */
export interface System {
  service: RunningPlat;
  url: string;
  stop(): Promise<void>;
}

/**
 * Builds the dashboard and starts Plat with it.
 * @param env additional settings of the gateway; rate limits are off by default
 */
export async function startSystem(env: Record<string, string> = {}): Promise<System> {
  const folder = await ensureDashboard();
  const service = await startPlat({ env: { gateway: { DASHBOARD_DIR: folder, ...env } } });
  return { service, url: service.url, stop: () => service.stop() };
}

export const password = "correct horse battery";

/** Creates an organization and returns a signed-in client. */
export async function newOrganization(url: string, name: string): Promise<{ plat: Plat; email: string }> {
  const plat = new Plat({ baseUrl: url });
  const email = `${name.toLowerCase().replaceAll(/\W+/g, "-")}@example.com`;
  await plat.signUp({ organizationName: name, email, password });
  return { plat, email };
}

const places = [
  { city: "Valencia", community: "Ruzafa", region: "Comunidad Valenciana", postalCode: "46006", country: "ES" },
  { city: "Valencia", community: "El Carmen", region: "Comunidad Valenciana", postalCode: "46003", country: "ES" },
  { city: "Leiden", community: "Haven", region: "Zuid-Holland", postalCode: "2312", country: "NL" },
];
const positions = [
  { lat: 39.4617, lon: -0.3735 },
  { lat: 39.4779, lon: -0.3816 },
  { lat: 52.1583, lon: 4.4983 },
];

/** Waits until searches find `count` active listings of the organization. A write itself waits at most 5 s. */
export const untilSearchable = (plat: Plat, count: number): Promise<void> =>
  eventually(async () => {
    const { total } = await plat.search({ filterByOrganization: true, limit: 1 });
    expect(total.value).to.equal(count);
  });

/** Creates twelve fixed listings and waits until searches find them and recognize their places. Returns their ids. */
export async function seedListings(plat: Plat): Promise<string[]> {
  const items = Array.from({ length: 12 }, (_, index) => ({
    externalId: `seed-${index}`,
    title: index % 3 === 2 ? `Canal house ${index}` : `Flat with a terrace ${index}`,
    description: "Bright rooms, close to the park.",
    propertyType: index % 3 === 2 ? "House" : "Apartment",
    propertyCategory: "Residential",
    listingType: "sale",
    price: 200_000 + index * 10_000,
    currency: "EUR",
    bedrooms: 2 + (index % 2),
    bathrooms: 1,
    area: 70 + index,
    yearBuilt: 1990 + index,
    features: index % 2 === 0 ? ["terrace", "elevator"] : ["balcony"],
    address: places[index % 3],
    location: positions[index % 3],
  }));
  const { data } = await plat.batchProperties({ mode: "upsert", items }, { waitForIndex: true });
  await untilSearchable(plat, items.length);
  await eventually(async () => {
    const { interpretation } = await plat.search({ query: "listings in Valencia or Leiden", interpretOnly: true });
    expect(interpretation.filters.cities).to.have.members(["Valencia", "Leiden"]);
  });
  return data.map(({ id }) => id ?? "");
}
