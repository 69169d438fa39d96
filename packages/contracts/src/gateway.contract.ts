import { endpoint } from "./endpoint.ts";
import { whoami } from "./sessions.ts";

/** Endpoints that the gateway implements itself. Their subjects are only identifiers; no service subscribes to them. */
export const gatewayContract = {
  whoami: endpoint({
    subject: "gateway.v1.whoami",
    http: { method: "GET", path: "/auth/whoami", status: 200 },
    tag: "Sessions",
    summary: "Get the owner, scopes and remaining quota of the credential",
    description: "The request counts towards the key management quota, not towards the quota that it reports.",
    auth: "any",
    quota: "management",
    output: whoami,
  }),
};
