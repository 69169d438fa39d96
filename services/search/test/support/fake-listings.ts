import {
  type Ad,
  type IndexDocument,
  AppError,
  propertyChanged,
  listingsContract,
  type Property,
} from "@plat/contracts";
import {
  createLogger,
  createMetrics,
  ensureStream,
  type NatsConnection,
  serve,
  type Server,
  JetStreamPublisher,
} from "@plat/kit";
import { fieldPicker } from "../../src/domain/fields.ts";

type ServedEndpoints = Pick<
  typeof listingsContract,
  "documents" | "scan" | "indexed" | "unindexed" | "brandings" | "getProperty"
>;

/** A fake of the listings service: an in-memory store that serves the search service's requests over real NATS. */
export class FakeListings {
  readonly documents = new Map<string, IndexDocument>();
  readonly brandings = new Map<string, string>();
  readonly indexed = new Map<string, number>();
  /** Requested ids, per call. */
  readonly documentRequests: string[][] = [];
  brandingCalls = 0;
  /** Number of reads of the index progress. */
  progressReads = 0;
  /** Time of the last such read; milliseconds since 1970. */
  lastProgressReadAt = 0;
  /** Start of each scan; milliseconds of `performance.now()`. */
  readonly scans: number[] = [];
  /** Runs before `documents` responds. */
  beforeDocuments: () => Promise<void> = async () => undefined;
  /** Runs before `scan` responds. */
  beforeScan: () => Promise<void> = async () => undefined;
  readonly #connection: NatsConnection;
  readonly #publisher: JetStreamPublisher;
  #server: Server | undefined;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#publisher = new JetStreamPublisher(connection, "_INBOX_publisher", 60_000);
  }

  async serve(): Promise<void> {
    await ensureStream(this.#connection, { name: propertyChanged.stream, subjects: [propertyChanged.subjects] });
    const { documents, scan, indexed, unindexed, brandings, getProperty } = listingsContract;
    const contract: ServedEndpoints = { documents, scan, indexed, unindexed, brandings, getProperty };
    this.#server = serve(
      this.#connection,
      contract,
      {
        documents: async ({ body: { ids } }) => {
          this.documentRequests.push(ids);
          await this.beforeDocuments();
          return { body: { documents: ids.flatMap((id) => this.documents.get(id) ?? []) } };
        },
        scan: async ({ body: { after, limit } }) => {
          if (after === null) this.scans.push(performance.now());
          await this.beforeScan();
          const all = [...this.documents.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
          const rest = all.filter(({ id }) => after === null || id > after);
          const page = rest.slice(0, limit);
          return { body: { documents: page, next: rest.length > limit ? (page.at(-1)?.id ?? null) : null } };
        },
        indexed: async ({ body: { items } }) => {
          for (const { id, version } of items) this.indexed.set(id, Math.max(version, this.indexed.get(id) ?? 0));
          return { body: { success: true as const } };
        },
        unindexed: async () => {
          this.progressReads++;
          this.lastProgressReadAt = Date.now();
          const at = new Date(this.lastProgressReadAt).toISOString();
          const lacking = [...this.documents.values()].filter(
            ({ id, version }) => version > (this.indexed.get(id) ?? 0),
          );
          const since = lacking.map(({ changedAt }) => changedAt).toSorted()[0] ?? null;
          return { body: { at, since } };
        },
        brandings: async ({ body: { organizationIds } }) => {
          this.brandingCalls++;
          const found = organizationIds.flatMap((organizationId) => {
            const displayName = this.brandings.get(organizationId);
            if (displayName === undefined) return [];
            return [{ organizationId, displayName, logoUrl: null, primaryColor: null, website: null, phone: null }];
          });
          return { body: { brandings: found } };
        },
        getProperty: async ({ params: { id }, query, caller }) => {
          const found = this.documents.get(id);
          const own = "organizationId" in caller && caller.organizationId === found?.property?.organizationId;
          if (found?.property === undefined || found.property === null || (found.property.status !== "active" && !own))
            throw new AppError("not_found", "Property not found.");
          return { body: fieldPicker(query.fields, "query")(found.property) };
        },
      },
      { queue: "listings", log: createLogger({ service: "fake", level: "silent" }), metrics: createMetrics("fake") },
    );
  }

  async stop(): Promise<void> {
    this.#publisher.close();
    await this.#server?.drain();
  }

  /** Stores a listing with the next version. */
  put(property: Property, ads: Ad[] = []): IndexDocument {
    const version = (this.documents.get(property.id)?.version ?? 0) + 1;
    const document: IndexDocument = {
      id: property.id,
      version,
      deleted: false,
      property: { ...property, version },
      ads,
      changedAt: new Date().toISOString(),
    };
    this.documents.set(property.id, document);
    return document;
  }

  remove(id: string): void {
    const version = (this.documents.get(id)?.version ?? 0) + 1;
    this.documents.set(id, {
      id,
      version,
      deleted: true,
      property: null,
      ads: [],
      changedAt: new Date().toISOString(),
    });
  }

  notify(id: string, options: { wait?: boolean } = {}): Promise<void> {
    return this.#publisher.publish(
      propertyChanged.subject(id),
      options.wait === true ? [propertyChanged.waitHeader, "1"] : undefined,
    );
  }

  /** All listings that are not deleted. */
  undeletedProperties(): Property[] {
    return [...this.documents.values()].flatMap(({ property }) => property ?? []);
  }
}
