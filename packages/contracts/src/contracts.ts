import { gatewayContract } from "./gateway.contract.ts";
import { keysContract } from "./keys.contract.ts";
import { listingsContract } from "./listings.contract.ts";
import { searchContract } from "./search.contract.ts";

/** Contracts by the service that owns them. */
export const contractsByOwner = {
  gateway: gatewayContract,
  keys: keysContract,
  listings: listingsContract,
  search: searchContract,
};

/** Every endpoint by its name, which is also its `operationId`; no two contracts share a name. */
export const allContracts = { ...gatewayContract, ...keysContract, ...listingsContract, ...searchContract };
