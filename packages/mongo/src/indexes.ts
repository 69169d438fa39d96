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

/**
 * Creates the missing indexes of a collection. Logs index builds on collections with documents, which can take minutes.
 */
export async function ensureIndexes(collection: Collection, list: readonly Index[], log: Logger): Promise<void> {
  const existing = new Set((await collection.indexes()).map(({ key }) => keysId(key)));
  for (const { keys, options = {} } of list) {
    const documents = existing.has(keysId(keys)) ? 0 : await collection.estimatedDocumentCount();
    const fields = { collection: collection.collectionName, index: Object.keys(keys), documents };
    if (documents > 0) log.info(fields, "index build started; the service becomes ready when it is finished");
    await collection.createIndex(keys, options);
    if (documents > 0) log.info(fields, "index build finished");
  }
}

/** Drops the indexes with these keys, as far as they exist. */
export async function dropIndexes(collection: Collection, list: readonly Index["keys"][]): Promise<void> {
  const obsolete = new Set(list.map(keysId));
  if (obsolete.size === 0) return;
  for (const index of await collection.indexes())
    if (index.name !== undefined && obsolete.has(keysId(index.key))) await dropIndex(collection, index.name);
}

/** Drops an index. It is not an error if another instance that starts at the same time has already dropped it. */
export async function dropIndex(collection: Pick<Collection, "dropIndex">, name: string): Promise<void> {
  try {
    await collection.dropIndex(name);
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== indexNotFound) throw error;
  }
}

const indexNotFound = 27;
/** The order of keys is significant. */
const keysId = (keys: object): string => JSON.stringify(Object.entries(keys));
