import { type Connection, type Model, Schema, type SchemaDefinition } from "mongoose";

/**
 * The stored documents. Times are BSON dates. Fields without a value are null, except `externalId`, which is omitted so
 * that the document is not in its unique partial index.
 */

/** An event in the outbox of a listing or an agent. */
export interface PendingDoc {
  id: string;
  type: string;
  at: Date;
  version: number;
  subject: { kind: string; id: string };
  /** JSON text: no query uses its contents, and it is a third of the size and ten times as fast to encode as BSON. */
  changes: string;
  price?: number | null;
  currency?: string | null;
}

export interface AdDoc {
  id: string;
  status: string;
  headline: string;
  body: string | null;
  imageUrl: string | null;
  targetUrl: string | null;
  platform: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  createdAt: Date;
}

/** Fields of every document whose changes are events. */
interface Tracked {
  _id: string;
  organizationId: string;
  version: number;
  deleted: boolean;
  deletedAt?: Date;
  createdAt: Date;
  updatedAt: Date;
  /** The outbox: events without a sequence, oldest first. Present only together with `pendingSince`. */
  pending?: PendingDoc[];
  pendingSince?: Date;
}

export interface PropertyDoc extends Tracked {
  /** The highest version that the search service has reported as indexed. */
  indexedVersion: number;
  /** Time of the oldest change that is not reported as indexed; omitted if there is none. */
  unindexedSince?: Date;
  agentId: string | null;
  externalId?: string;
  title: string;
  description: string;
  propertyType: string;
  propertyCategory: string;
  listingType: string;
  status: string;
  price: number | null;
  currency: string | null;
  pricePeriod: string | null;
  bedrooms: number | null;
  bathrooms: number | null;
  area: number | null;
  lotArea: number | null;
  areaUnit: string;
  yearBuilt: number | null;
  floor: number | null;
  features: string[];
  address: Record<string, string | null>;
  location: { lat: number; lon: number } | null;
  media: { url: string; kind: string; caption: string | null }[];
  publishedAt: Date | null;
  statusChangedAt: Date;
  priceChangedAt: Date;
  ads: AdDoc[];
}

export interface AgentDoc extends Tracked {
  name: string;
  email: string | null;
  phone: string | null;
  photoUrl: string | null;
  licenseNumber: string | null;
  languages: string[];
}

export interface OrganizationDoc {
  _id: string;
  name: string | null;
  branding: Record<string, string | null>;
  defaultCurrency: string | null;
  createdAt: Date;
  version: number;
  /** Time of the name change that is not synchronised to the keys service yet; omitted if there is none. */
  untoldSince?: Date;
  /** Version whose name was last synchronised to the keys service; omitted before the first synchronisation. */
  toldVersion?: number;
}

export interface EventDoc extends Omit<PendingDoc, "id"> {
  _id: string;
  organizationId: string;
  sequence: number;
  /** Id of the property whose history contains this event; omitted if none does. */
  historyOf?: string;
}

/** The head of an organization's change feed. */
export interface FeedDoc {
  _id: string;
  sequence: number;
}

export interface IdempotencyDoc {
  /** `<organization id>:<key>` */
  _id: string;
  fingerprint: string;
  reservedId: string;
  holder: string;
  heldUntil: number;
  /** MongoDB removes the document some time after this. */
  expiresAt: Date;
  /** JSON text of the outcome and the error; null while the request is in progress. */
  result: string | null;
}

const options = { versionKey: false, autoIndex: false, autoCreate: false, minimize: false, strict: "throw" } as const;
const id = { type: String, required: true } as const;
const plain = Schema.Types.Mixed;
/** A list without Mongoose's default `[]`, which would replace fields that a projection omits. */
const listOf = (type: unknown) => ({ type: [type], default: undefined });
/** The declaration of a field named `type`; a bare `type: String` would declare its parent. */
const typeField = { type: String };

const tracked = {
  _id: id,
  organizationId: String,
  version: Number,
  deleted: Boolean,
  deletedAt: Date,
  createdAt: Date,
  updatedAt: Date,
  pending: listOf(plain),
  pendingSince: Date,
};

/** Declares every field of a document, because `strict: "throw"` rejects writes of undeclared fields. */
type Fields<D> = Record<keyof D, unknown>;

const property: Fields<PropertyDoc> = {
  ...tracked,
  indexedVersion: Number,
  unindexedSince: Date,
  agentId: String,
  externalId: String,
  title: String,
  description: String,
  propertyType: String,
  propertyCategory: String,
  listingType: String,
  status: String,
  price: Number,
  currency: String,
  pricePeriod: String,
  bedrooms: Number,
  bathrooms: Number,
  area: Number,
  lotArea: Number,
  areaUnit: String,
  yearBuilt: Number,
  floor: Number,
  features: listOf(String),
  address: plain,
  location: plain,
  media: listOf(plain),
  publishedAt: Date,
  statusChangedAt: Date,
  priceChangedAt: Date,
  ads: listOf(plain),
};
const agent: Fields<AgentDoc> = {
  ...tracked,
  name: String,
  email: String,
  phone: String,
  photoUrl: String,
  licenseNumber: String,
  languages: listOf(String),
};
const organization: Fields<OrganizationDoc> = {
  _id: id,
  name: String,
  branding: plain,
  defaultCurrency: String,
  createdAt: Date,
  version: Number,
  untoldSince: Date,
  toldVersion: Number,
};
const event: Fields<EventDoc> = {
  _id: id,
  organizationId: String,
  sequence: Number,
  type: typeField,
  at: Date,
  version: Number,
  subject: plain,
  changes: String,
  price: Number,
  currency: String,
  historyOf: String,
};
const feed: Fields<FeedDoc> = { _id: id, sequence: Number };
const idempotency: Fields<IdempotencyDoc> = {
  _id: id,
  fingerprint: String,
  reservedId: String,
  holder: String,
  heldUntil: Number,
  expiresAt: Date,
  result: String,
};

export interface Models {
  properties: Model<PropertyDoc>;
  agents: Model<AgentDoc>;
  organizations: Model<OrganizationDoc>;
  events: Model<EventDoc>;
  feeds: Model<FeedDoc>;
  idempotency: Model<IdempotencyDoc>;
}

/** Registers the models of all collections on a connection. */
export function createModels(connection: Connection): Models {
  const model = <D>(name: string, fields: Fields<D>, collection: string): Model<D> =>
    connection.model<D>(name, new Schema<D>(fields as SchemaDefinition<D>, options), collection);
  return {
    properties: model("Property", property, "properties"),
    agents: model("Agent", agent, "agents"),
    organizations: model("Organization", organization, "organizations"),
    events: model("Event", event, "events"),
    feeds: model("Feed", feed, "feeds"),
    idempotency: model("Idempotency", idempotency, "idempotency"),
  };
}
