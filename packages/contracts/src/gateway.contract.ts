import { whoami } from "./access.ts";
import { endpoint } from "./endpoint.ts";

/** What the gateway answers itself. The subject only names it; nothing listens there. */
export const gatewayContract = {
  whoami: endpoint({
    subject: "gateway.v1.whoami",
    http: { method: "GET", path: "/auth/whoami", status: 200 },
    tag: "Sessions",
    summary: "Who the credential belongs to, what it may do and what is left of its quota",
    description: "Counted with key management, not against the quota that it shows.",
    auth: "any",
    quota: "management",
    output: whoami,
  }),
};
