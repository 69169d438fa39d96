import { connect, errors, type NatsConnection } from "@nats-io/transport-node";
import { eventually } from "@plat/testkit";
import { fileURLToPath } from "node:url";

export const busUsers = ["gateway", "keys", "listings", "search"] as const;
export type BusUser = (typeof busUsers)[number];

export const natsFile = (name: string): string =>
  fileURLToPath(new URL(`../../../deploy/nats/${name}`, import.meta.url));

/** What the server takes the users' passwords from. */
export const busPasswords = Object.fromEntries(
  busUsers.map((user) => [`NATS_${user.toUpperCase()}_PASSWORD`, `password-of-${user}`]),
);

/** Settings with which the service of this name logs in. */
export const busLogin = (user: BusUser): Record<string, string> => ({
  NATS_USER: user,
  NATS_PASSWORD: `password-of-${user}`,
});

/** A connection of one user that remembers what the server has refused. */
export interface Witness {
  connection: NatsConnection;
  /** Whether the server lets it publish there. */
  mayPublish(subject: string): Promise<boolean>;
  /** Whether the server lets it listen there. */
  maySubscribe(subject: string): Promise<boolean>;
}

export async function openWitness(url: string, user: BusUser): Promise<Witness> {
  const connection = await connect({
    servers: url,
    user,
    pass: `password-of-${user}`,
    inboxPrefix: `_INBOX_${user}`,
    reconnect: false,
  });
  const refused = new Set<string>();
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === "error" && status.error instanceof errors.PermissionViolationError)
        refused.add(`${status.error.operation} ${status.error.subject}`);
    }
  })();
  let probes = 0;
  // The server answers in order: what it has to say about a subject comes before its answer to a subject that nobody may use.
  const settle = async (): Promise<void> => {
    const probe = `never.allowed.${probes++}`;
    connection.publish(probe);
    await connection.flush();
    const answered = (): void => {
      if (!refused.has(`publish ${probe}`)) throw new Error("the server has not answered yet");
    };
    await eventually(answered, { intervalMs: 1 });
  };
  return {
    connection,
    async mayPublish(subject) {
      connection.publish(subject);
      await settle();
      return !refused.has(`publish ${subject}`);
    },
    async maySubscribe(subject) {
      const subscription = connection.subscribe(subject, { callback: () => undefined });
      await settle();
      subscription.unsubscribe();
      return !refused.has(`subscription ${subject}`);
    },
  };
}
