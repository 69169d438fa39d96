import { connect, errors, type NatsConnection } from "@nats-io/transport-node";
import { eventually } from "@plat/testkit";
import { fileURLToPath } from "node:url";

export const natsUsers = ["gateway", "keys", "listings", "search"] as const;
export type NatsUser = (typeof natsUsers)[number];

export const natsFile = (name: string): string =>
  fileURLToPath(new URL(`../../../deploy/nats/${name}`, import.meta.url));

/** The environment with the users' passwords. */
export const natsPasswords = Object.fromEntries(
  natsUsers.map((user) => [`NATS_${user.toUpperCase()}_PASSWORD`, `password-of-${user}`]),
);

/** Settings that this service connects with. */
export const natsLogin = (user: NatsUser): Record<string, string> => ({
  NATS_USER: user,
  NATS_PASSWORD: `password-of-${user}`,
});

/** A user's connection that records permission violations. */
export interface Observer {
  connection: NatsConnection;
  /** Whether the user may publish to the subject. */
  mayPublish(subject: string): Promise<boolean>;
  /** Whether the user may subscribe to the subject. */
  maySubscribe(subject: string): Promise<boolean>;
}

export async function startObserver(url: string, user: NatsUser): Promise<Observer> {
  const connection = await connect({
    servers: url,
    user,
    pass: `password-of-${user}`,
    inboxPrefix: `_INBOX_${user}`,
    reconnect: false,
  });
  const rejected = new Set<string>();
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === "error" && status.error instanceof errors.PermissionViolationError)
        rejected.add(`${status.error.operation} ${status.error.subject}`);
    }
  })();
  let probes = 0;
  // The server responds in order: a violation for the subject arrives before that for a subject that nobody may use.
  const settle = async (): Promise<void> => {
    const probe = `never.allowed.${probes++}`;
    connection.publish(probe);
    await connection.flush();
    const answered = (): void => {
      if (!rejected.has(`publish ${probe}`)) throw new Error("the server has not responded yet");
    };
    await eventually(answered);
  };
  return {
    connection,
    async mayPublish(subject) {
      connection.publish(subject);
      await settle();
      return !rejected.has(`publish ${subject}`);
    },
    async maySubscribe(subject) {
      const subscription = connection.subscribe(subject, { callback: () => undefined });
      await settle();
      subscription.unsubscribe();
      return !rejected.has(`subscription ${subject}`);
    },
  };
}
