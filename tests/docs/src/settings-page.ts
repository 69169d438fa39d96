import { gatewaySettings } from "@plat/gateway/config";
import { keysSettings } from "@plat/keys/config";
import { commonSettings, type Settings, settingsTable } from "@plat/kit";
import { listingsSettings } from "@plat/listings/config";
import { searchSettings } from "@plat/search/config";
import { fileURLToPath } from "node:url";

/** Absolute path of the generated page. */
export const settingsFile = fileURLToPath(new URL("../../../docs/operate/settings.md", import.meta.url));

const services: [string, Settings][] = [
  ["gateway", gatewaySettings],
  ["keys", keysSettings],
  ["listings", listingsSettings],
  ["search", searchSettings],
];

/** Returns the Markdown text of the settings page, generated from the schemas that the services use to read settings. */
export function settingsPage(): string {
  const serviceSections = services.map(([name, settings]) => {
    const specificSettings = Object.fromEntries(
      Object.entries(settings).filter(([variable]) => !Object.hasOwn(commonSettings, variable)),
    );
    return `## ${name}\n\n${settingsTable(specificSettings)}\n`;
  });
  return [
    "# Settings",
    "",
    "Every service reads its settings from environment variables when it starts. If any are invalid, it lists all of them and exits.",
    "`npm start` passes its environment to all services. This page is generated from the code with `npm run docs`.",
    "",
    "## All services",
    "",
    settingsTable(commonSettings),
    "",
    ...serviceSections,
  ].join("\n");
}
