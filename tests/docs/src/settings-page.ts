import { gatewaySettings } from "@plat/gateway/config";
import { keysSettings } from "@plat/keys/config";
import { commonSettings, type Settings, settingsTable } from "@plat/kit";
import { listingsSettings } from "@plat/listings/config";
import { searchSettings } from "@plat/search/config";
import { fileURLToPath } from "node:url";

export const settingsFile = fileURLToPath(new URL("../../../docs/operate/settings.md", import.meta.url));

const services: [string, Settings][] = [
  ["gateway", gatewaySettings],
  ["keys", keysSettings],
  ["listings", listingsSettings],
  ["search", searchSettings],
];

/** The page of all settings, made from the schemas that the services read them with. */
export function settingsPage(): string {
  const own = services.map(([name, settings]) => {
    const rows = Object.fromEntries(
      Object.entries(settings).filter(([variable]) => !Object.hasOwn(commonSettings, variable)),
    );
    return `## ${name}\n\n${settingsTable(rows)}\n`;
  });
  return [
    "# Settings",
    "",
    "Every service reads its settings from environment variables when it starts, and names all bad ones at once. `npm start`",
    "passes the environment on to all of them. This page is made from the code by `npm run docs`.",
    "",
    "## Every service",
    "",
    settingsTable(commonSettings),
    "",
    ...own,
  ].join("\n");
}
