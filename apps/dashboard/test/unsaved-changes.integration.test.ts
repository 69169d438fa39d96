import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { fillSignIn, goTo, signedIn, useOrganization } from "./organization-fixture.ts";

describe("unsaved changes", () => {
  const organization = useOrganization("Quay Homes");
  const openPage = (page: Page, hash: string) => goTo(organization, page, hash);
  const id = (index: number): string => organization.ids[index] ?? "";
  const prompt = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = async (page: Page): Promise<void> => {
    await prompt(page).getByRole("button", { name: "Stay" }).click();
    await prompt(page).waitFor({ state: "detached" });
  };
  const discard = (page: Page) => prompt(page).getByRole("button", { name: "Leave", exact: true }).click();
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

  /** Opens the form of a listing from its page and types a title. */
  const typeTitle = async (page: Page, index: number): Promise<void> => {
    await openPage(page, `#/listings/${id(index)}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Title").click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Typed");
  };

  it("asks before a link, going back or signing out discards them, and stays on request", async () => {
    const { page, problems, context } = await signedIn(organization);
    await typeTitle(page, 0);
    const form = page.url();
    await page.getByRole("link", { name: "Market" }).click();
    await stay(page);
    await eventually(() => expect(page.url()).to.equal(form));
    await page.goBack();
    await prompt(page).waitFor();
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
    expect(problems).to.deep.equal([]);
    await context.close();
  });

  it("does not ask after a save, or if nothing was changed", async () => {
    const { page, context } = await signedIn(organization);
    await typeTitle(page, 1);
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

  it("makes the browser ask before a reload or close, but not without changes", async () => {
    const { page, context } = await signedIn(organization);
    await typeTitle(page, 3);
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
    const dialogTypes: string[] = [];
    other.on("dialog", (dialog) => {
      dialogTypes.push(dialog.type());
      void dialog.accept();
    });
    await openPage(other, `#/listings/${id(3)}/edit`);
    await other.getByLabel("Title").click();
    await other.reload();
    await other.getByLabel("Title").waitFor();
    expect(dialogTypes).to.deep.equal([]);
    await context.close();
  });

  it("are retained after a sign-out in another tab and a new sign-in", async () => {
    const { page, context } = await signedIn(organization);
    await typeTitle(page, 4);
    const other = await context.newPage();
    await openPage(other, "#/market");
    await other.getByRole("button", { name: "Sign out" }).click();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByText("Your session has ended.").waitFor();
    await fillSignIn(page, organization.email);
    await heading(page, "Edit listing");
    expect(await page.getByLabel("Title").inputValue()).to.equal("Typed");
    await context.close();
  });

  it("asks when Escape closes an edited dialog, even if it is pressed repeatedly", async () => {
    const { page, context } = await signedIn(organization);
    await openPage(page, `#/listings/${id(5)}?tab=ads`);
    await page.getByRole("button", { name: "New ad" }).click();
    const dialog = page.getByRole("dialog", { name: "New ad" });
    await dialog.getByLabel("Headline").fill("Open day");
    await page.keyboard.press("Escape");
    await prompt(page).waitFor();
    for (let times = 0; times < 4; times++) await page.keyboard.press("Escape");
    // The last key presses may be processed late and open the prompt again.
    await eventually(async () => {
      if (await prompt(page).isVisible()) await stay(page);
      expect(await dialog.getByLabel("Headline").inputValue()).to.equal("Open day");
      await dialog.getByRole("button", { name: "Cancel" }).click({ timeout: 1_000 });
    });
    await dialog.waitFor({ state: "detached" });
    await context.close();
  });

  it("include a new API key that has not been copied", async () => {
    const { page, context } = await signedIn(organization, { permissions: ["clipboard-read", "clipboard-write"] });
    await openPage(page, "#/keys");
    await page.getByRole("button", { name: "New API key" }).first().click();
    await page.getByLabel("Name").fill("website");
    await page.getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("dialog", { name: "Your new API key" });
    await shown.waitFor();
    await page.keyboard.press("Escape");
    await prompt(page).getByText("It can’t be shown again.").waitFor();
    await stay(page);
    await shown.getByRole("button", { name: "Copy" }).first().click();
    await shown.getByText("Copied", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
    await context.close();
  });
});
