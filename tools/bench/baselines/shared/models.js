import mongoose from "mongoose";

const { Schema } = mongoose;

const address = {
  street: String,
  unit: String,
  city: String,
  community: String,
  region: String,
  postalCode: String,
  country: String,
};

const propertySchema = new Schema(
  {
    _id: String,
    organizationId: { type: String, required: true },
    agentId: { type: String, default: null },
    externalId: { type: String, default: null },
    title: { type: String, required: true },
    description: { type: String, default: "" },
    propertyType: { type: String, required: true },
    propertyCategory: { type: String, required: true },
    listingType: { type: String, default: "sale" },
    status: { type: String, default: "active" },
    price: { type: Number, default: null },
    currency: { type: String, default: null },
    pricePeriod: { type: String, default: null },
    bedrooms: { type: Number, default: null },
    bathrooms: { type: Number, default: null },
    area: { type: Number, default: null },
    lotArea: { type: Number, default: null },
    areaUnit: { type: String, default: "sqm" },
    yearBuilt: { type: Number, default: null },
    floor: { type: Number, default: null },
    features: { type: [String], default: [] },
    address: { type: address, default: {} },
    location: { type: { _id: false, lat: Number, lon: Number }, default: null },
    media: { type: [{ _id: false, url: String, kind: String, caption: String }], default: [] },
    publishedAt: { type: Date, default: null },
    version: { type: Number, default: 1 },
  },
  { collection: "properties", timestamps: true, versionKey: false },
);
propertySchema.index({ organizationId: 1, createdAt: -1 });

const apiKeySchema = new Schema(
  {
    _id: String,
    hash: { type: String, required: true, unique: true },
    organizationId: { type: String, required: true },
    scopes: [String],
    expiresAt: Date,
    revokedAt: Date,
  },
  { collection: "apikeys", versionKey: false },
);

/** Connects and creates the models. */
export async function connectModels({ mongoUrl, mongoDatabase }) {
  const connection = await mongoose.createConnection(mongoUrl, { dbName: mongoDatabase }).asPromise();
  const Property = connection.model("Property", propertySchema);
  const ApiKey = connection.model("ApiKey", apiKeySchema);
  await Promise.all([Property.init(), ApiKey.init()]);
  return { connection, Property, ApiKey };
}
