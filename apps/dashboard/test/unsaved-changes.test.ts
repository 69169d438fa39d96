import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { fillSignIn, goTo, signedIn, useOffice } from "./organization-fixture.ts";

describe("what has not been saved", () => {
  const office = useOffice("Quay Homes");
  const at = (page: Page, hash: string) => goTo(office, page, hash);
  const id = (index: number): string => office.ids[index] ?? "";
  const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = async (page: Page): Promise<void> => {
    await question(page).getByRole("button", { name: "Go on here" }).click();
    await question(page).waitFor({ state: "detached" });
  };
  const discard = (page: Page) => question(page).getByRole("button", { name: "Discard" }).click();
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

  /** Opens the form of a listing by way of its page, and types a title. */
  const typing = async (page: Page, index: number): Promise<void> => {
    await at(page, `#/listings/${id(index)}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Title").click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Typed");
  };

  it("is asked about before a link, going back or signing out loses it, and one can stay", async () => {
    const { page, faults, context } = await signedIn(office);
    await typing(page, 0);
    const form = page.url();
    await page.getByRole("link", { name: "Market" }).click();
    await stay(page);
    await eventually(() => expect(page.url()).to.equal(form));
    await page.goBack();
    await question(page).waitFor();
    await page.keyboard.press("Escape");
    await eventually(() => expect(page.url()).to.equal(form));
    await page.getByRole("button", { name: "Sign out" }).click();
    await stay(page);
    expect(await page.getByLabel("Title").inputValue()).to.equal("Typed");
    await page.getByRole("link", { name: "Market" }).click();
    await discard(page);
    await heading(page, "Market");
    await page.goBack();
    await heading(page, "Edit listing");
    expect(await page.getByLabel("Title").inputValue()).to.equal("Flat with a terrace 0");
    await page.goBack();
    await heading(page, "Flat with a terrace 0");
    expect(faults).to.deep.equal([]);
    await context.close();
  });

  it("is not asked about when it has been saved, or when nothing was changed", async () => {
    const { page, context } = await signedIn(office);
    await typing(page, 1);
    await page.getByRole("button", { name: "Save changes" }).click();
    await heading(page, "Typed");
    await page.getByRole("link", { name: "Edit" }).click();
    await heading(page, "Edit listing");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Display name").fill("Quay");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Market" }).click();
    await heading(page, "Market");
    await context.close();
  });

  it("makes the browser ask before it reloads or closes the page, and nothing else does", async () => {
    const { page, context } = await signedIn(office);
    await typing(page, 3);
    const reloading = page.waitForEvent("dialog");
    const reloaded = page.reload().catch(() => undefined);
    const first = await reloading;
    expect(first.type()).to.equal("beforeunload");
    await first.dismiss();
    expect(await page.getByLabel("Title").inputValue()).to.equal("Typed");
    const closing = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const second = await closing;
    expect(second.type()).to.equal("beforeunload");
    const closed = page.waitForEvent("close");
    await second.accept();
    await Promise.all([closed, reloaded]);

    const other = await context.newPage();
    const asked: string[] = [];
    other.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await at(other, `#/listings/${id(3)}/edit`);
    await other.getByLabel("Title").click();
    await other.reload();
    await other.getByLabel("Title").waitFor();
    expect(asked).to.deep.equal([]);
    await context.close();
  });

  it("is kept when somebody signs out in another tab, and signs in again", async () => {
    const { page, context } = await signedIn(office);
    await typing(page, 4);
    const other = await context.newPage();
    await at(other, "#/market");
    await other.getByRole("button", { name: "Sign out" }).click();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByText("Your session has ended.").waitFor();
    await fillSignIn(page, office.email);
    await heading(page, "Edit listing");
    expect(await page.getByLabel("Title").inputValue()).to.equal("Typed");
    await context.close();
  });

  it("is asked about when Escape closes an ad that was begun, however often it is pressed", async () => {
    const { page, context } = await signedIn(office);
    await at(page, `#/listings/${id(5)}?tab=ads`);
    await page.getByRole("button", { name: "New ad" }).click();
    const dialog = page.getByRole("dialog", { name: "New ad" });
    await dialog.getByLabel("Headline").fill("Open day");
    await page.keyboard.press("Escape");
    await question(page).waitFor();
    for (let times = 0; times < 4; times++) await page.keyboard.press("Escape");
    // The last of them may still be on their way, and ask once more.
    await eventually(async () => {
      if (await question(page).isVisible()) await stay(page);
      expect(await dialog.getByLabel("Headline").inputValue()).to.equal("Open day");
      await dialog.getByRole("button", { name: "Cancel" }).click({ timeout: 1_000 });
    });
    await dialog.waitFor({ state: "detached" });
    await context.close();
  });

  it("is a key that is shown this once, too, until it has been copied", async () => {
    const { page, context } = await signedIn(office, { permissions: ["clipboard-read", "clipboard-write"] });
    await at(page, "#/keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name").fill("website");
    await page.getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("dialog", { name: "Your new API key" });
    await shown.waitFor();
    await page.keyboard.press("Escape");
    await question(page).getByText("nobody can see it again").waitFor();
    await stay(page);
    await shown.getByRole("button", { name: "Copy" }).first().click();
    await shown.getByText("Copied", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
    await context.close();
  });
});
