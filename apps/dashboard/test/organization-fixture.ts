import type { Plat } from "@plat/client";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";
import { visit, type Visitor } from "./browser.ts";
import { shared, startPatienceMs } from "./shared-environment.ts";
import { newOrganization, password, seed, type System } from "./system.ts";

/** An organization with some listings, of which somebody uses the page. Everything is there once the hooks have run. */
export interface Office {
  system: System;
  browser: Browser;
  /** A client of the organization. */
  plat: Plat;
  email: string;
  /** Of its listings. */
  ids: string[];
}

/** Opens an office before the tests of the suite. */
export function useOffice(name: string): Office {
  // Filled by the hook.
  const office = {} as Office;
  before(async function () {
    this.timeout(startPatienceMs);
    const { browser, system } = await shared();
    const { plat, email } = await newOrganization(system.url, name);
    Object.assign(office, { browser, system, plat, email, ids: await seed(plat) });
  });
  return office;
}

/** Fills the sign-in form that is shown. */
export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function enter(page: Page, email: string, url: string): Promise<void> {
  await page.goto(`${url}/dashboard/`);
  await fillSignIn(page, email);
  await page.getByRole("navigation").waitFor();
}

/** Somebody of the office with a fresh browser. */
export async function signedIn(office: Office, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await visit(office.browser, office.system.url, options);
  await enter(visitor.page, office.email, office.system.url);
  return visitor;
}

export const goTo = (office: Office, page: Page, hash: string) => page.goto(`${office.system.url}/dashboard/${hash}`);

/** Waits for the line that says how many were found. */
export const total = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

/** Holds back the requests of a kind until they are let go. */
export async function held(page: Page, url: string, isMeant: (route: Route) => boolean = () => true) {
  const waiting: Route[] = [];
  let isHolding = true;
  await page.route(url, (route) => {
    if (isHolding && isMeant(route)) waiting.push(route);
    else void route.continue();
  });
  return {
    arrived: () => eventually(() => expect(waiting).to.not.be.empty),
    /** Lets them go and all that follow, such as the page's next try, and waits until the page has had the answer. */
    async letGo() {
      isHolding = false;
      const answered = page.waitForResponse(url);
      await Promise.all(waiting.map((route) => route.continue()));
      await (await answered).finished();
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    },
  };
}
