import type { Plat } from "@plat/client";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";
import { visit, type Visitor } from "./browser.ts";
import { sharedEnvironment, startTimeoutMs } from "./shared-environment.ts";
import { newOrganization, password, seedListings, type System } from "./system.ts";

/** An organization with listings and a user. Its members are set by a `before` hook. */
export interface OrganizationFixture {
  system: System;
  browser: Browser;
  /** API client that is signed in as the user. */
  plat: Plat;
  email: string;
  /** Ids of the listings. */
  ids: string[];
}

/** Creates an organization with listings before the tests of the suite. */
export function useOrganization(name: string): OrganizationFixture {
  // Set by the hook.
  const organization = {} as OrganizationFixture;
  before(async function () {
    this.timeout(startTimeoutMs);
    const { browser, system } = await sharedEnvironment();
    const { plat, email } = await newOrganization(system.url, name);
    Object.assign(organization, { browser, system, plat, email, ids: await seedListings(plat) });
  });
  return organization;
}

/** Fills in and submits the sign-in form. */
export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens the dashboard of a gateway and signs in. */
export async function signInAt(page: Page, email: string, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/`);
  await fillSignIn(page, email);
  await page.getByRole("navigation").waitFor();
}

/** Opens the dashboard in a new browser context and signs in as the user of the organization. */
export async function signedIn(
  organization: OrganizationFixture,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const visitor = await visit(organization.browser, organization.system.url, options);
  await signInAt(visitor.page, organization.email, organization.system.url);
  return visitor;
}

/** Opens a route of the dashboard. */
export const goTo = (organization: OrganizationFixture, page: Page, hash: string) =>
  page.goto(`${organization.system.url}/dashboard/${hash}`);

/** Waits for the line with the total number of results. */
export const waitForTotal = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

/** Holds back matching requests until `release` is called. */
export async function holdRequests(page: Page, url: string, matches: (route: Route) => boolean = () => true) {
  const waiting: Route[] = [];
  let isHolding = true;
  await page.route(url, (route) => {
    if (isHolding && matches(route)) waiting.push(route);
    else void route.continue();
  });
  return {
    arrived: () => eventually(() => expect(waiting).to.not.be.empty),
    /** Sends the held requests, stops holding new ones, and waits until the page has rendered the response. */
    async release() {
      isHolding = false;
      const response = page.waitForResponse(url);
      await Promise.all(waiting.map((route) => route.continue()));
      await (await response).finished();
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    },
  };
}
