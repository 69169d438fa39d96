import { eventually, type Plat as Service, startPlat } from "@plat/testkit";
import { expect } from "chai";
import { Plat } from "@plat/client";
import { ensureDashboard } from "../build/build.ts";

/** The whole of Plat with the page in front, and a client of an organization of its own. */
export interface System {
  service: Service;
  url: string;
  stop(): Promise<void>;
}

/** @param env settings beyond the usual ones; quotas are off unless given */
export async function startSystem(env: Record<string, string> = {}): Promise<System> {
  const folder = await ensureDashboard();
  const service = await startPlat({ env: { gateway: { DASHBOARD_DIR: folder, ...env } } });
  return { service, url: service.url, stop: () => service.stop() };
}

export const password = "correct horse battery";

/** A new organization, signed in. */
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

/** Waits until searches show so many active listings of the organization: a write itself waits five seconds at most. */
export const untilShown = (plat: Plat, count: number): Promise<void> =>
  eventually(async () => {
    const { total } = await plat.search({ filterByOrganization: true, limit: 1 });
    expect(total.value).to.equal(count);
  });

/** Puts a small market in, each time the same; once this returns, searches show it and know its places. */
export async function seed(plat: Plat): Promise<string[]> {
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
  await untilShown(plat, items.length);
  await eventually(async () => {
    const { interpretation } = await plat.search({ query: "listings in Valencia or Leiden", interpretOnly: true });
    expect(interpretation.filters.cities).to.have.members(["Valencia", "Leiden"]);
  });
  return data.map(({ id }) => id ?? "");
}
