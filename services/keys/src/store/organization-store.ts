import { withStoreTimeout } from "@plat/mongo";
import { type Connection, Schema } from "mongoose";
import type { OrganizationStore } from "../domain/ports.ts";

interface OrganizationDocument {
  _id: string;
  name: string;
  /** Version of the organization's record in the listings service that the name is from; absent after sign-up. */
  nameVersion?: number;
  createdAt: Date;
}

const organizationSchema = new Schema<OrganizationDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    nameVersion: Number,
    createdAt: { type: Date, required: true },
  },
  { strict: "throw", versionKey: false },
);

export function organizationStore(connection: Connection) {
  const model = connection.model("Organization", organizationSchema, "organizations");
  const store: OrganizationStore = {
    findById: (id) =>
      withStoreTimeout(async () => {
        const found = await model.findById(id).lean();
        return found === null ? undefined : { id: found._id, name: found.name };
      }),
    setName: (id, name, version) =>
      withStoreTimeout(async () => {
        const isOlder = { $or: [{ nameVersion: { $exists: false } }, { nameVersion: { $lt: version } }] };
        await model.updateOne({ _id: id, ...isOlder }, { $set: { name, nameVersion: version } });
      }),
  };
  return { model, store };
}
