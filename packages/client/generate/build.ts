import { packClient, writeGenerated } from "./pack.ts";

// `npm run build-client`: generates the types from the contracts, compiles the client and packs it.
await writeGenerated();
console.log(`Packed ${await packClient()}`);
