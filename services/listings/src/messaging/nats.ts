import { brandingChanged, propertyChanged, indexRefreshed, type IndexRefreshed, keysContract } from "@plat/contracts";
import { ensureStream, type Logger, type NatsConnection, newId, RpcClient, JetStreamPublisher } from "@plat/kit";
import type { VersionedName } from "../domain/ports.ts";

/**
 * `listings.events.appended.<organization id>` (core NATS): notifies the other instances of this service that
 * an organization's change feed has new events.
 */
const feedAppended = {
  subjects: "listings.events.appended.*",
  subject: (organizationId: string): string => `listings.events.appended.${organizationId}`,
} as const;

const inboxPrefix = "_INBOX_listings";
const waitHeaders = [propertyChanged.waitHeader, "1"] as const;
/** Timeout of calls to the keys service, in milliseconds. Short, because no response depends on a name. */
const nameTimeoutMs = 1_000;

/** Outgoing messages of the service, other than its replies. */
export interface Messaging {
  /**
   * Publishes a change notification to JetStream.
   * @param wait whether a client waits for the search index
   * @throws Error if JetStream does not acknowledge it
   */
  notifyPropertyChanged: (propertyId: string, wait: boolean) => Promise<void>;
  /** Best effort. */
  notifyFeedAppended: (organizationId: string) => void;
  /** Best effort. */
  notifyBrandingChanged: (organizationId: string) => void;
  /** Requests the name that an organization signed up with. Returns undefined if the request fails. */
  fetchSignUpName: (organizationId: string) => Promise<string | undefined>;
  /** Sends an organization's name to the keys service. @throws AppError if the call fails */
  syncName: (name: VersionedName) => Promise<void>;
  close: () => void;
}

export interface MessageListeners {
  /** Called when an instance of this service, including this one, has appended events to an organization's feed. */
  onFeedAppended: (organizationId: string) => void;
  /** Called when searches return the given versions. */
  onIndexRefreshed: (items: IndexRefreshed["items"]) => void;
  log: Logger;
}

/**
 * Creates the JetStream stream of change notifications and subscribes to notifications of other services.
 * @param streamReplicas number of replicas of a newly created stream
 * @throws Error if the stream cannot be created
 */
export async function openMessaging(
  connection: NatsConnection,
  listeners: MessageListeners,
  streamReplicas: number,
): Promise<Messaging> {
  const { log } = listeners;
  const client = new RpcClient(connection, inboxPrefix);
  const publisher = new JetStreamPublisher(connection, inboxPrefix);
  const stream = { name: propertyChanged.stream, subjects: [propertyChanged.subjects], replicas: streamReplicas };
  let streamExists = false;
  const requireStream = async (): Promise<void> => {
    if (streamExists) return;
    await ensureStream(connection, stream);
    streamExists = true;
  };
  await requireStream();

  connection.subscribe(feedAppended.subjects, {
    callback: (error, message) => {
      if (error === null) listeners.onFeedAppended(message.subject.slice(feedAppended.subject("").length));
    },
  });
  connection.subscribe(indexRefreshed.subject, {
    callback: (error, message) => {
      if (error !== null) return;
      try {
        listeners.onIndexRefreshed(message.json<IndexRefreshed>().items);
      } catch (cause) {
        log.warn({ err: cause }, "invalid index refresh message ignored");
      }
    },
  });
  /** Publishes a notification that its receivers can miss without harm. */
  const publishBestEffort = (subject: string): void => {
    try {
      connection.publish(subject);
    } catch (error) {
      log.warn({ err: error, subject }, "best-effort notification failed");
    }
  };

  return {
    async notifyPropertyChanged(propertyId, wait) {
      await requireStream();
      try {
        await publisher.publish(propertyChanged.subject(propertyId), wait ? waitHeaders : undefined);
      } catch (error) {
        // The server may have lost the stream: the next notification ensures that it exists.
        streamExists = false;
        throw error;
      }
    },
    notifyFeedAppended: (organizationId) => publishBestEffort(feedAppended.subject(organizationId)),
    notifyBrandingChanged: (organizationId) => publishBestEffort(brandingChanged.subject(organizationId)),
    async fetchSignUpName(organizationId) {
      try {
        const { organization } = await client.call(
          keysContract.identify,
          { body: { organizationId } },
          { requestId: newId(), timeoutMs: nameTimeoutMs },
        );
        return organization.name;
      } catch (error) {
        log.info({ err: error, organizationId }, "organization name not available yet");
        return undefined;
      }
    },
    async syncName({ id: organizationId, name, version }) {
      const body = { organizationId, name, version };
      await client.call(keysContract.nameOrganization, { body }, { requestId: newId(), timeoutMs: nameTimeoutMs });
    },
    close: () => {
      publisher.close();
      client.close();
    },
  };
}
