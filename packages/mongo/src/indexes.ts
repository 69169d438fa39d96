import type { Logger } from "@plat/kit";
import { mongo } from "mongoose";

export interface Index {
  keys: Record<string, mongo.IndexDirection>;
  options?: mongo.CreateIndexesOptions;
}

type Collection = Pick<
  mongo.Collection,
  "collectionName" | "indexes" | "createIndex" | "dropIndex" | "estimatedDocumentCount"
>;

/** Makes the indexes that are not there yet, and says so where there is something to read for them. */
export async function ensureIndexes(collection: Collection, list: readonly Index[], log: Logger): Promise<void> {
  const there = new Set((await collection.indexes()).map(({ key }) => nameOf(key)));
  for (const { keys, options = {} } of list) {
    const documents = there.has(nameOf(keys)) ? 0 : await collection.estimatedDocumentCount();
    const about = { collection: collection.collectionName, index: Object.keys(keys), documents };
    if (documents > 0) log.info(about, "making an index; the service is ready once it is there");
    await collection.createIndex(keys, options);
    if (documents > 0) log.info(about, "the index is there");
  }
}

/** Takes away those that are still there. */
export async function dropIndexes(collection: Collection, list: readonly Index["keys"][]): Promise<void> {
  const old = new Set(list.map(nameOf));
  if (old.size === 0) return;
  for (const index of await collection.indexes())
    if (index.name !== undefined && old.has(nameOf(index.key))) await dropIndex(collection, index.name);
}

/** Takes one away, unless another instance that starts at the same moment has just done so. */
export async function dropIndex(collection: Pick<Collection, "dropIndex">, name: string): Promise<void> {
  try {
    await collection.dropIndex(name);
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== indexNotFound) throw error;
  }
}

const indexNotFound = 27;
const nameOf = (keys: object): string => JSON.stringify(Object.entries(keys));
