import { brandingChanged, propertyChanged, indexRefreshed, type IndexRefreshed, keysContract } from "@plat/contracts";
import { ensureStream, type Logger, type NatsConnection, newId, RpcClient, JetStreamPublisher } from "@plat/kit";
import type { NamedVersion } from "../domain/ports.ts";

/** `listings.events.appended.<organization id>` (plain NATS, among listings services): an organization's feed has grown. */
const appended = {
  subjects: "listings.events.appended.*",
  subject: (organizationId: string): string => `listings.events.appended.${organizationId}`,
} as const;

const inboxPrefix = "_INBOX_listings";
const waiting = [propertyChanged.waitHeader, "1"] as const;
/** Milliseconds that a name may take; without one an answer does well. */
const nameMs = 1_000;

export interface Bus {
  ring: (propertyId: string, wait: boolean) => Promise<void>;
  appended: (organizationId: string) => void;
  brandingChanged: (organizationId: string) => void;
  signUpName: (organizationId: string) => Promise<string | undefined>;
  /** Tells the keys service a name. @throws AppError when it cannot be told */
  tellName: (name: NamedVersion) => Promise<void>;
  close: () => void;
}

export interface BusListeners {
  appended: (organizationId: string) => void;
  indexRefreshed: (items: IndexRefreshed["items"]) => void;
  log: Logger;
}

/** What listings says and hears on the bus beside answering requests. */
export async function openBus(
  connection: NatsConnection,
  listeners: BusListeners,
  streamReplicas: number,
): Promise<Bus> {
  const { log } = listeners;
  const client = new RpcClient(connection, inboxPrefix);
  const publisher = new JetStreamPublisher(connection, inboxPrefix);
  const stream = { name: propertyChanged.stream, subjects: [propertyChanged.subjects], replicas: streamReplicas };
  let streamIsThere = false;
  const needStream = async (): Promise<void> => {
    if (streamIsThere) return;
    await ensureStream(connection, stream);
    streamIsThere = true;
  };
  await needStream();

  connection.subscribe(appended.subjects, {
    callback: (error, message) => {
      if (error === null) listeners.appended(message.subject.slice(appended.subject("").length));
    },
  });
  connection.subscribe(indexRefreshed.subject, {
    callback: (error, message) => {
      if (error !== null) return;
      try {
        listeners.indexRefreshed(message.json<IndexRefreshed>().items);
      } catch (cause) {
        log.warn({ err: cause }, "a report of the index cannot be read");
      }
    },
  });
  /** For news that whoever misses them does without. */
  const tell = (subject: string): void => {
    try {
      connection.publish(subject);
    } catch (error) {
      log.warn({ err: error, subject }, "not published");
    }
  };

  return {
    async ring(propertyId, wait) {
      await needStream();
      try {
        await publisher.publish(propertyChanged.subject(propertyId), wait ? waiting : undefined);
      } catch (error) {
        // The server may have lost the stream: the next ring looks.
        streamIsThere = false;
        throw error;
      }
    },
    appended: (organizationId) => tell(appended.subject(organizationId)),
    brandingChanged: (organizationId) => tell(brandingChanged.subject(organizationId)),
    async signUpName(organizationId) {
      try {
        const answer = await client.call(
          keysContract.identify,
          { body: { organizationId } },
          { requestId: newId(), timeoutMs: nameMs },
        );
        return answer.organization.name;
      } catch (error) {
        log.info({ err: error, organizationId }, "the organization's name is not known yet");
        return undefined;
      }
    },
    async tellName({ id: organizationId, name, version }) {
      const body = { organizationId, name, version };
      await client.call(keysContract.nameOrganization, { body }, { requestId: newId(), timeoutMs: nameMs });
    },
    close: () => {
      publisher.close();
      client.close();
    },
  };
}
