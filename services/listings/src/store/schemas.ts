import { type Connection, type Model, Schema, type SchemaDefinition } from "mongoose";

/** Times are BSON dates; a member that has no value is null, and `externalId` then is left out. */
export interface PendingDoc {
  id: string;
  type: string;
  at: Date;
  version: number;
  subject: { kind: string; id: string };
  /** JSON text: nothing looks into it here, and it is a third of the size and a tenth of the work. */
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

/** What every stored thing has whose changes are handed on. */
interface Tracked {
  _id: string;
  organizationId: string;
  version: number;
  deleted: boolean;
  deletedAt?: Date;
  createdAt: Date;
  updatedAt: Date;
  /** Events without a place in the feed yet, oldest first; the two are there together or not at all. */
  pending?: PendingDoc[];
  pendingSince?: Date;
}

export interface PropertyDoc extends Tracked {
  /** The highest version that the index has reported. */
  indexedVersion: number;
  /** When the version was written that the index has not reported yet; left out when it has. */
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
  /** When the name was changed that the keys service has not been told yet; left out when it has. */
  untoldSince?: Date;
  /** Version whose name it has been told; left out before the first. */
  toldVersion?: number;
}

export interface EventDoc extends Omit<PendingDoc, "id"> {
  _id: string;
  organizationId: string;
  sequence: number;
  /** The property whose price or status this tells of. */
  historyOf?: string;
}

/** How far an organization's feed has come. */
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
  /** Removed by the store some time after this. */
  expiresAt: Date;
  /** JSON text: outcome and refusal. */
  result: string | null;
}

const options = { versionKey: false, autoIndex: false, autoCreate: false, minimize: false, strict: "throw" } as const;
const id = { type: String, required: true } as const;
const plain = Schema.Types.Mixed;
/** A list without the empty default, which would stand in for what a query left out. */
const listOf = (type: unknown) => ({ type: [type], default: undefined });
/** A member called `type` has to say that it is no declaration. */
const kind = { type: String };

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

/** Every member of the document, so that none is written that is not declared. */
type Members<D> = Record<keyof D, unknown>;

const property: Members<PropertyDoc> = {
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
const agent: Members<AgentDoc> = {
  ...tracked,
  name: String,
  email: String,
  phone: String,
  photoUrl: String,
  licenseNumber: String,
  languages: listOf(String),
};
const organization: Members<OrganizationDoc> = {
  _id: id,
  name: String,
  branding: plain,
  defaultCurrency: String,
  createdAt: Date,
  version: Number,
  untoldSince: Date,
  toldVersion: Number,
};
const event: Members<EventDoc> = {
  _id: id,
  organizationId: String,
  sequence: Number,
  type: kind,
  at: Date,
  version: Number,
  subject: plain,
  changes: String,
  price: Number,
  currency: String,
  historyOf: String,
};
const feed: Members<FeedDoc> = { _id: id, sequence: Number };
const idempotency: Members<IdempotencyDoc> = {
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

export function makeModels(connection: Connection): Models {
  const make = <D>(name: string, members: Members<D>, collection: string): Model<D> =>
    connection.model(name, new Schema(members as SchemaDefinition, options), collection) as unknown as Model<D>;
  return {
    properties: make("Property", property, "properties"),
    agents: make("Agent", agent, "agents"),
    organizations: make("Organization", organization, "organizations"),
    events: make("Event", event, "events"),
    feeds: make("Feed", feed, "feeds"),
    idempotency: make("Idempotency", idempotency, "idempotency"),
  };
}
